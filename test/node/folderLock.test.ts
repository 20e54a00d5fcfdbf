import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import { spawnSync } from "node:child_process"
import { readdirSync } from "node:fs"
import { readlink, rm, symlink } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { withLock } from "../../runtimes/node/postgres/folder/folderLock.ts"
import { identityOf, isAlive } from "../../runtimes/node/postgres/liveServer/processIdentity.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"

const newFolder = temporaryFolder("talonario-lock-")

const ownIdentity = identityOf(process.pid) ?? "none"

/** The mark of a dead process that once had our pid: the same pid, started at another time. */
const deadHolder = `${ownIdentity.replace(/^(\d+)\.[^.]+/, "$1.1")}.0123abcd`

describe("withLock", () => {
  it.scopedLive("lets one in at a time, even when many find a dead holder's lock", () =>
    Effect.gen(function*() {
      const folder = yield* newFolder
      const lock = join(folder, "lock")
      yield* Effect.promise(() => symlink(deadHolder, lock))
      let [inside, visits] = [0, 0]
      const visit = withLock(lock)(Effect.gen(function*() {
        inside += 1
        visits += 1
        assert.strictEqual(inside, 1)
        yield* Effect.sleep("1 millis")
        inside -= 1
      }))
      yield* Effect.all(Array.from({ length: 20 }, () => visit), { concurrency: "unbounded" })
      assert.strictEqual(visits, 20)
      assert.deepStrictEqual(readdirSync(folder), [])
    }))

  it.scopedLive("leaves a lock alone that another took just before it could break the dead holder's", () =>
    Effect.gen(function*() {
      const lock = join(yield* newFolder, "lock")
      const [burial, other] = [`${lock}.${deadHolder}`, `${ownIdentity}.quicker`]
      yield* Effect.promise(() => symlink(deadHolder, lock))
      yield* Effect.promise(() => symlink(other, burial))
      const slower = yield* Effect.fork(withLock(lock)(Effect.succeed("in")))
      yield* Effect.sleep("100 millis")
      yield* Effect.promise(async () => {
        await rm(lock)
        await symlink(other, lock)
        await rm(burial)
      })
      yield* Effect.sleep("100 millis")
      assert.strictEqual(yield* Effect.promise(() => readlink(lock)), other)
      yield* Effect.promise(() => rm(lock))
      assert.strictEqual(yield* Fiber.join(slower), "in")
    }))

  it.scopedLive("recovers when a process died while breaking a dead holder's lock", () =>
    Effect.gen(function*() {
      const lock = join(yield* newFolder, "lock")
      const breaker = deadHolder.replace("0123abcd", "4567cdef")
      yield* Effect.promise(() => symlink(deadHolder, lock))
      yield* Effect.promise(() => symlink(breaker, `${lock}.${deadHolder}`))
      assert.strictEqual(yield* withLock(lock)(Effect.succeed("in")), "in")
    }))

  it.scopedLive("opens again after failure and interruption, even of somebody who was waiting", () =>
    Effect.gen(function*() {
      const lock = join(yield* newFolder, "lock")
      assert.isTrue(Exit.isFailure(yield* Effect.exit(withLock(lock)(Effect.fail("refused")))))
      const holder = yield* Effect.fork(withLock(lock)(Effect.never))
      const waiting = yield* Effect.fork(withLock(lock)(Effect.void))
      yield* Effect.sleep("100 millis")
      yield* Fiber.interrupt(waiting)
      yield* Fiber.interrupt(holder)
      assert.strictEqual(yield* withLock(lock)(Effect.succeed("in")), "in")
    }))
})

describe("process identity", () => {
  it("tells a process from an earlier one with the same pid", () => {
    assert.isTrue(isAlive(ownIdentity))
    assert.isTrue(isAlive(`${ownIdentity}.0123abcd`))
    assert.isFalse(isAlive(deadHolder))
  })

  it.runIf(process.platform === "linux")("takes a process for alive, and no server for gone, when too many open files keep it from looking", () => {
    const module = (name: string) => JSON.stringify(pathToFileURL(join("dist", "runtimes", "node", "postgres", `${name}.js`)).href)
    const program = `
      import { openSync } from "node:fs"
      import { newClaim } from ${module("folder/folderLock")}
      import { identityOf, isAlive } from ${module("liveServer/processIdentity")}
      import { servesData } from ${module("liveServer/serverMark")}
      const parent = identityOf(process.ppid)
      newClaim()
      try { while (true) openSync("/dev/null") } catch {}
      const told = (look) => { try { return look() } catch ({ code }) { return code } }
      const claimed = newClaim().startsWith(process.pid + ".")
      console.log(JSON.stringify([isAlive(parent), claimed, told(() => identityOf(process.ppid)), told(() => servesData(process.ppid, "/"))]))
    `
    const shell = ["-c", "ulimit -n 512; exec \"$0\" --input-type=module -e \"$1\"", process.execPath, program]
    const { stderr, stdout } = spawnSync("sh", shell, { encoding: "utf8" })
    assert.strictEqual(stdout.trim(), `[true,true,"EMFILE","EMFILE"]`, stderr)
  })
})
