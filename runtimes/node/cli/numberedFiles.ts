import { Effect, Exit } from "effect"
import { existsSync } from "node:fs"
import { lstat, open, rename, rm } from "node:fs/promises"
import { basename, join, parse } from "node:path"
import { ifPresent } from "../ifPresent.ts"
import { CommandFailed } from "./commandErrors.ts"
import { fileFailure } from "./fileFailure.ts"

/** Files that are written one by one and get their names together, when all are written. */
export interface NumberedFiles {
  /** Writes the next file; answers the name that it will have. */
  readonly write: (contents: string) => Effect.Effect<string, CommandFailed>
}

/**
 * Files `registro.xml`, `registro-2.xml` and so on, for the `path` `registro.xml`. They get these names when `use` has
 * succeeded, the first one last: where that one is new, all are. When `use` fails nothing is left. Refuses when a file with
 * the next number is there already, from a longer export: the two would be taken for one. Only files are replaced.
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
        const name = nameOf(count)
        return Effect.as(attempt(name, () => written(name, unfinished(count), contents)), basename(name))
      }),
  }
  const finish = attempt(path, async () => {
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

/** Writes aside what is to have the name. What is no file, such as a device or a link to one, would be gone by that. */
const written = async (name: string, path: string, contents: string): Promise<void> => {
  const found = await ifPresent(lstat(name))
  if (found?.isFile() === false) throw new Error(`${name} is there and is no plain file`)
  const file = await open(path, "w")
  try {
    await file.writeFile(contents)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Not interruptible: Node cannot call off what it does to files, and would do it beside the clearing up. */
const attempt = (path: string, run: () => Promise<void>): Effect.Effect<void, CommandFailed> =>
  Effect.uninterruptible(Effect.tryPromise({ try: run, catch: fileFailure(path) }))
