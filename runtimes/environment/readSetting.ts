import { Config, ConfigError, Either, Option } from "effect"

/** An optional text; blank means absent, as `NAME=` in a shell does. */
export const optionalText = (name: string): Config.Config<Option.Option<string>> =>
  Config.map(Config.option(Config.string(name)), Option.filter((value) => value.trim() !== ""))

/** A variable's text; `fallback` where it is empty or not set. */
export const text = (name: string, fallback: string): Config.Config<string> =>
  Config.map(optionalText(name), Option.getOrElse(() => fallback))

/**
 * A setting that `read` makes a value of. Where it gives undefined the setting is refused, and what was `expected` is
 * told. Not for secrets: the refused text is shown, see `refusedText`.
 */
export const checked = <A>(
  name: string,
  fallback: string,
  read: (value: string) => A | undefined,
  expected: string,
): Config.Config<A> =>
  Config.mapOrFail(text(name, fallback), (value) => {
    const result = read(value)
    return result === undefined
      ? Either.left(ConfigError.InvalidData([name], `expected ${expected}, not ${refusedText(value)}`))
      : Either.right(result)
  })

/**
 * A refused text in quotes. What stands before an @ in an address is left out, as it may hold a password; a character that
 * cannot be seen, such as the \r of a file written on Windows, is escaped.
 */
export const refusedText = (value: string): string => JSON.stringify(value.replace(/(:\/*|\/\/)[^]*@/, "$1…@"))

/** Undefined for anything but digits, or beyond the bounds. */
export const wholeNumber = (value: string, min: number, max: number): number | undefined => {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : -1
  return number >= min && number <= max ? number : undefined
}
