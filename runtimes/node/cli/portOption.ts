import { Effect } from "effect"
import { WrongUsage } from "./commandErrors.ts"
import type { Options } from "./options.ts"

/** The port that an option names. */
export const portOption = (options: Options, name: string, fallback: number): Effect.Effect<number, WrongUsage> => {
  const text = options.value(name) ?? String(fallback)
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY
  return port <= 65_535
    ? Effect.succeed(port)
    : new WrongUsage({ message: `--${name} is a port, 0 to 65535, not "${text}"` })
}
