import { Effect, type Scope } from "effect"
import { execFileSync } from "node:child_process"
import { open, rm } from "node:fs/promises"
import { join } from "node:path"
import { temporaryFolder } from "../../support/temporaryFolder.ts"

/** Enough for a fresh database, some of its log, and what a trial writes. */
const megabytes = 320

/** Why no small disk can be mounted here; undefined when it can. */
export const diskObstacle = (): string | undefined => {
  if (process.platform !== "linux") return "only Linux has tmpfs"
  return process.getuid?.() === 0 ? undefined : "only root may mount a small disk"
}

const ballast = (folder: string): string => join(folder, "ballast")

/** A disk that is easily filled. */
export const smallDisk = {
  /** Mounts it; returns its folder, which goes with the scope. */
  mounted: Effect.acquireRelease(
    Effect.tap(temporaryFolder("talonario-torture-disk-"), (folder) =>
      Effect.sync(() => execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "talonario-torture", folder]))),
    (folder) => Effect.ignore(Effect.try(() => execFileSync("umount", ["--lazy", folder], { stdio: "ignore" }))),
  ) satisfies Effect.Effect<string, never, Scope.Scope>,

  /** Fills it up to the last byte. */
  fill: (folder: string): Effect.Effect<void> =>
    Effect.promise(async () => {
      const file = await open(ballast(folder), "a")
      for (let size = 1 << 20; size >= 1; size >>= 1) {
        const bytes = Buffer.alloc(size)
        const isRoom = (): Promise<boolean> => file.write(bytes).then(({ bytesWritten }) => bytesWritten === size, () => false)
        while (await isRoom());
      }
      await file.close()
    }),

  /** Frees the space that `fill` took. */
  free: (folder: string): Effect.Effect<void> => Effect.promise(() => rm(ballast(folder), { force: true })),
}
