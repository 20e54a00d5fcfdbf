import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Logger, LogLevel, Redacted, Schedule, Scope } from "effect"
import { execFile, spawn } from "node:child_process"
import { readdirSync, statSync } from "node:fs"
import { chown, cp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { embeddedPostgres } from "../../runtimes/node/postgres/embeddedPostgres.ts"
import { reachablePrograms, serverPrograms } from "../../runtimes/node/postgres/starting/serverPrograms.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"
import { preparedFolder } from "./preparedFolder.ts"
import { ask, newFolder, newFolderIn, serversOf, spawnUser } from "./serverObservation.ts"

const isRoot = process.getuid?.() === 0
const nobody = { uid: 65_534, gid: 65_534 }
const noProcess = 2 ** 22 // higher than any pid of Linux

const start = (folder: string) => embeddedPostgres({ folder, durable: false })

const textOf = (path: string) => Effect.promise(() => readFile(path, "utf8"))

const postmasterPid = (folder: string) =>
  Effect.map(textOf(join(folder, "data", "postmaster.pid")), (text) => Number.parseInt(text, 10))

const killHard = (pid: number) => Effect.sync(() => void process.kill(pid, "SIGKILL"))

// With `durable: false` a commit returns before it is written, but this one must survive the server.
const writeSeal = "SET synchronous_commit = on; CREATE TABLE seal AS SELECT 7 AS number"

/** Leaves a folder as after a crash of the machine: with a table, and the postmaster.pid, lock and use of dead processes. */
const crashed = (folder: string) =>
  Effect.gen(function*() {
    const user = yield* spawnUser(folder)
    yield* ask(user.url, writeSeal)
    const server = yield* postmasterPid(folder)
    yield* user.kill
    yield* killHard(server)
    yield* Effect.promise(() => symlink(`${noProcess}.1.dead.beef`, join(folder, "lock")))
    yield* Effect.repeat(Effect.sync(() => serversOf(folder).length), {
      until: (left) => left === 0,
      schedule: Schedule.spaced("10 millis"),
    })
  })

describe("embeddedPostgres", () => {
  it.scopedLive("starts the server on first use, shares it with the next, and stops it with the last", () =>
    Effect.gen(function*() {
      const folder = yield* newFolder
      const mine = yield* Scope.make()
      const first = yield* Scope.extend(start(folder), mine)
      const other = yield* spawnUser(folder)
      assert.deepStrictEqual([first.startedHere, other.startedHere], [true, false])
      assert.strictEqual(Redacted.value(other.url), Redacted.value(first.url))

      yield* Scope.close(mine, Exit.void)
      assert.deepStrictEqual(yield* ask(other.url, "SELECT 1 AS one"), [{ one: 1 }])
      yield* other.leave
      assert.deepStrictEqual(serversOf(folder), [])
      const kept = ["data", "password", "port", "postgres.log", "users"]
      assert.deepStrictEqual(readdirSync(folder).sort(), kept)
      assert.deepStrictEqual(readdirSync(join(folder, "users")), [])
    }))

  it.scopedLive("keeps its files private, even in a private folder, and its writes durable", () =>
    Effect.gen(function*() {
      const folder = yield* newFolder
      const { url } = yield* embeddedPostgres({ folder, durable: true })
      const modeOf = (name: string) => (statSync(join(folder, name)).mode & 0o777).toString(8)
      const modes = ["..", "", "data", "password", "postgres.log"].map(modeOf)
      assert.deepStrictEqual(modes, ["700", "700", "700", "600", "600"])
      const expected = {
        data_checksums: "on",
        fsync: "on",
        full_page_writes: "on",
        listen_addresses: "127.0.0.1",
        server_encoding: "UTF8",
        synchronous_commit: "on",
        TimeZone: "UTC",
      }
      const settings = yield* ask(url, "SELECT name, setting FROM pg_settings")
      for (const [name, setting] of Object.entries(expected)) assert.deepInclude(settings, { name, setting })
      const role = yield* ask(url, "SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
      assert.deepStrictEqual(role, [{ rolsuper: false }])
      assert.deepStrictEqual(yield* ask(url, "SELECT lower('ÑÁ') AS lower"), [{ lower: "ñá" }])
    }))

  it.scopedLive("starts one server when several processes start at the same time", () =>
    Effect.gen(function*() {
      const folder = yield* newFolder
      const [one, two] = yield* Effect.all([spawnUser(folder), spawnUser(folder)], { concurrency: 2 })
      assert.deepStrictEqual([one.startedHere, two.startedHere].sort(), [false, true])
      assert.strictEqual(Redacted.value(one.url), Redacted.value(two.url))
      yield* Effect.all([one.leave, two.leave], { concurrency: 2 })
      assert.deepStrictEqual(serversOf(folder), [])
    }))

  it.scopedLive("never gives out a server that is about to stop", () =>
    Effect.gen(function*() {
      const folder = yield* preparedFolder
      const visit = Effect.scoped(Effect.flatMap(start(folder), ({ url }) => ask(url, "SELECT 1 AS one")))
      yield* Effect.all(Array.from({ length: 20 }, () => visit), { concurrency: 3 })
      assert.deepStrictEqual(serversOf(folder), [])
    }))

  it.scopedLive("takes over the server of a killed process, and later stops it", () =>
    Effect.gen(function*() {
      const folder = yield* preparedFolder
      const killed = yield* spawnUser(folder)
      const server = yield* postmasterPid(folder)
      yield* killed.kill
      yield* Effect.scoped(Effect.gen(function*() {
        const { startedHere, url } = yield* start(folder)
        assert.isFalse(startedHere)
        assert.strictEqual(yield* postmasterPid(folder), server)
        yield* ask(url, "SELECT 1")
      }))
      assert.deepStrictEqual(serversOf(folder), [])
    }))

  it.scopedLive("writes nothing durable to a server without fsync: refuses one that others use, and restarts one that nobody uses", () =>
    Effect.gen(function*() {
      const folder = yield* preparedFolder
      const other = yield* spawnUser(folder)
      const refused = yield* Effect.flip(Effect.scoped(embeddedPostgres({ folder, durable: true })))
      assert.strictEqual(refused.reason, "others use the server and run it without fsync")
      assert.deepStrictEqual(yield* ask(other.url, "SELECT 1 AS one"), [{ one: 1 }])
      yield* other.kill
      const { startedHere, url } = yield* embeddedPostgres({ folder, durable: true })
      assert.deepStrictEqual([startedHere, yield* ask(url, "SHOW fsync")], [true, [{ fsync: "on" }]])
    }))

  it.scopedLive("restarts a killed server once, on the same port, for all that use it", () =>
    Effect.gen(function*() {
      const folder = yield* preparedFolder
      const { url } = yield* embeddedPostgres({ folder, durable: true })
      yield* start(folder)
      yield* ask(url, writeSeal)
      const killed = yield* postmasterPid(folder)
      yield* killHard(killed)
      const asked = Effect.catchAllDefect(ask(url, "SELECT number FROM seal"), Effect.fail)
      const seal = yield* Effect.retry(asked, { times: 100, schedule: Schedule.spaced("50 millis") })
      assert.deepStrictEqual(seal, [{ number: 7 }])
      assert.notStrictEqual(yield* postmasterPid(folder), killed)
      yield* Effect.sleep("1 second") // time for the other use to notice
      const log = yield* textOf(join(folder, "postgres.log"))
      assert.strictEqual(log.split("LOG:  starting PostgreSQL").length - 1, 2)
    }).pipe(Logger.withMinimumLogLevel(LogLevel.None)))

  it.scopedLive("starts after a crash, even if another program now has the dead server's pid", () =>
    Effect.gen(function*() {
      const folder = yield* preparedFolder
      yield* crashed(folder)
      const pidFile = join(folder, "data", "postmaster.pid")
      const owner = statSync(pidFile)
      // PostgreSQL itself only gives up if the program runs as the same user.
      const stranger = yield* Effect.acquireRelease(
        Effect.sync(() => spawn("sleep", ["60"], isRoot ? { uid: owner.uid, gid: owner.gid } : {})),
        (stranger) => Effect.sync(() => void stranger.kill()),
      )
      yield* Effect.promise(async () => {
        const text = await readFile(pidFile, "utf8")
        await writeFile(pidFile, text.replace(/^\d+/, String(stranger.pid)))
      })
      const { startedHere, url } = yield* start(folder)
      assert.isTrue(startedHere)
      assert.deepStrictEqual(yield* ask(url, "SELECT number FROM seal"), [{ number: 7 }])
      assert.strictEqual(readdirSync(join(folder, "users")).length, 1)
      assert.isNull(stranger.exitCode ?? stranger.signalCode)
    }))

  it.scopedLive("does not use the server of the folder that its own was copied from", () =>
    Effect.gen(function*() {
      const [folder, copy] = [yield* preparedFolder, yield* newFolder]
      const original = yield* start(folder)
      yield* ask(original.url, writeSeal)
      yield* Effect.promise(() => promisify(execFile)("cp", ["-a", folder, copy]))
      const { startedHere, url } = yield* start(copy)
      assert.isTrue(startedHere)
      assert.notStrictEqual(Redacted.value(url), Redacted.value(original.url))
      assert.deepStrictEqual(yield* ask(url, "SELECT number FROM seal"), [{ number: 7 }])
    }))

  it.scopedLive("recreates the data after an interrupted first start", () =>
    Effect.gen(function*() {
      const folder = yield* newFolder
      yield* Effect.promise(async () => {
        await mkdir(join(folder, ".making-1234"), { recursive: true })
        await writeFile(join(folder, ".making-1234", "PG_VERSION"), "18")
      })
      const cutShort = yield* Effect.fork(Effect.scoped(start(folder)))
      yield* Effect.sleep("300 millis")
      yield* Fiber.interrupt(cutShort)
      assert.deepStrictEqual(serversOf(folder), [])
      yield* Effect.scoped(start(folder))
      assert.deepStrictEqual(readdirSync(folder).filter((name) => name.startsWith(".making")), [])
    }))

  it.scopedLive("names the other version that made the data, and never shows the password", () =>
    Effect.gen(function*() {
      const folder = yield* preparedFolder
      yield* Effect.promise(() => writeFile(join(folder, "data", "PG_VERSION"), "17\n"))
      const failure = yield* Effect.flip(Effect.scoped(start(folder)))
      assert.match(failure.reason, /was made by PostgreSQL 17 and cannot be read by 18\.\d+/)
      assert.match(failure.message, /FATAL: {2}database files are incompatible with server/)
      const password = yield* textOf(join(folder, "password"))
      assert.notInclude(failure.message, password)
      assert.notInclude(yield* textOf(join(folder, "postgres.log")), password)
    }))

  it.scopedLive("takes a password with a line end behind it, and names the file of another than was made with the data", () =>
    Effect.gen(function*() {
      const folder = yield* preparedFolder
      const file = join(folder, "password")
      const password = yield* textOf(file)
      const use = Effect.scoped(Effect.flatMap(start(folder), ({ url }) => ask(url, "SELECT 1 AS one")))
      yield* Effect.promise(() => writeFile(file, `${password}\r\n`))
      assert.deepStrictEqual(yield* use, [{ one: 1 }])
      yield* Effect.promise(() => writeFile(file, "another"))
      const { reason } = yield* Effect.flip(use)
      assert.include(reason, `did not let us in: ${file} does not hold the password that was made with the data`)
    }))

  it.scopedLive.skipIf(!isRoot)("runs as the calling user when that is not root, also after root was the first to use the folder", () =>
    Effect.gen(function*() {
      // That account may not enter the run's own folder.
      const folder = yield* newFolderIn(tmpdir())
      yield* Effect.promise(() => chown(dirname(folder), nobody.uid, nobody.gid))
      yield* Effect.scoped(start(folder))
      const owners = ["", ...readdirSync(folder), "users"].map((name) => [name, statSync(join(folder, name)).uid])
      assert.deepStrictEqual(owners.filter(([, uid]) => uid !== nobody.uid), [])
      const user = yield* spawnUser(folder, nobody)
      assert.isTrue(user.startedHere)
      assert.strictEqual(statSync(`/proc/${yield* postmasterPid(folder)}`).uid, nobody.uid)
      const { startedHere } = yield* Effect.scoped(start(folder))
      assert.isFalse(startedHere)
      yield* user.leave
      assert.deepStrictEqual(serversOf(folder), [])
    }))

  it.scopedLive.skipIf(!isRoot)("copies the programs for an account that cannot access the package", () =>
    Effect.gen(function*() {
      const parent = yield* temporaryFolder("talonario-package-")
      const shelf = yield* temporaryFolder("talonario-shelf-")
      const { initdb } = yield* serverPrograms(undefined)
      const native = join(parent, "native")
      yield* Effect.promise(async () => {
        await cp(join(dirname(initdb), "..", ".."), parent, { recursive: true, verbatimSymlinks: true })
        // As npm leaves it without install scripts.
        await rm(join(native, "lib", "libpq.so.5"))
      })
      assert.match((yield* Effect.flip(reachablePrograms(native, nobody, []))).reason, /EACCES/)
      const find = reachablePrograms(native, nobody, ["/dev/null/none", shelf])
      const copied = yield* find
      assert.isTrue(copied.postgres.startsWith(`${shelf}/postgres-`))
      assert.deepStrictEqual(yield* find, copied)
      const inPlace = yield* reachablePrograms(native, undefined, [])
      assert.strictEqual(inPlace.initdb, join(native, "bin", "initdb"))
    }))
})
