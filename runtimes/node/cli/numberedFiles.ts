import { Effect, Exit } from "effect"
import { existsSync } from "node:fs"
import { open, rename, rm } from "node:fs/promises"
import { basename, join, parse } from "node:path"
import { thrownText } from "../../../core/text/thrownText.ts"
import { CommandFailed } from "./commandErrors.ts"

/** Files that are written one by one, and appear when all of them are there. */
export interface NumberedFiles {
  /** Writes the next file; answers its name, which is not there yet. */
  readonly write: (contents: string) => Effect.Effect<string, CommandFailed>
}

/**
 * Files `registro.xml`, `registro-2.xml` and so on. They get these names when `use` has succeeded, the first at last:
 * where it is new, all are. Refuses to leave files of a longer export behind them.
 */
export const withNumberedFiles = <A, E, R>(
  path: string,
  use: (files: NumberedFiles) => Effect.Effect<A, E, R>,
): Effect.Effect<A, CommandFailed | E, R> => {
  const { dir, ext, name } = parse(path)
  const nameOf = (number: number) => join(dir, `${name}${number === 1 ? "" : `-${number}`}${ext}`)
  const unfinished = (number: number) => `${nameOf(number)}.${process.pid}.tmp`
  let count = 0
  const files: NumberedFiles = {
    write: (contents) =>
      Effect.suspend(() => {
        count += 1
        return Effect.as(written(unfinished(count), contents), basename(nameOf(count)))
      }),
  }
  const finish = attempt(async () => {
    for (let number = count; number >= 1; number--) await rename(unfinished(number), nameOf(number))
  })
  const clear = Effect.promise(async () => {
    for (let number = 1; number <= count; number++) await rm(unfinished(number), { force: true })
  })
  const checked = Effect.suspend(() =>
    existsSync(nameOf(count + 1))
      ? new CommandFailed({ message: `${nameOf(count + 1)} is of another export: remove it, or choose another name` })
      : Effect.void)
  return use(files).pipe(
    Effect.zipLeft(Effect.zipRight(checked, finish)),
    Effect.onExit((exit) => (Exit.isSuccess(exit) ? Effect.void : clear)),
  )
}

const written = (path: string, contents: string) =>
  attempt(async () => {
    const file = await open(path, "w")
    try {
      await file.writeFile(contents)
      await file.sync()
    } finally {
      await file.close()
    }
  })

const attempt = (run: () => Promise<void>): Effect.Effect<void, CommandFailed> =>
  Effect.tryPromise({
    try: run,
    catch: (error) => new CommandFailed({ message: thrownText(error) }),
  })
