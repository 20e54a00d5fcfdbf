import { Effect, type Scope } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A new folder, readable by its owner alone, that is removed when the scope closes; its name begins with the prefix. */
export const temporaryFolder = (prefix: string, parent = tmpdir()): Effect.Effect<string, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(parent, prefix))),
    // A process that is just ending may still write into it.
    (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true, maxRetries: 5 })),
  )
