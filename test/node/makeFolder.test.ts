import { assert, it } from "@effect/vitest"
import { mkdtemp, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { makeFolder } from "../../runtimes/node/makeFolder.ts"
import { rejection } from "../support/rejection.ts"

it("makes a folder and its parents, for the owner alone, even when called several times at once", async () => {
  const root = await mkdtemp(join(tmpdir(), "talonario-folder-"))
  try {
    const folder = join(root, "a", "b", "c")
    await Promise.all(Array.from({ length: 8 }, () => makeFolder(folder)))
    assert.strictEqual((await stat(folder)).mode & 0o777, 0o700)
    await makeFolder(folder)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
})

it.skipIf(process.platform !== "linux")("fails where no folder can be made", async () => {
  assert.deepInclude(await rejection(makeFolder("/proc/talonario/a")), { code: "ENOENT" })
})
