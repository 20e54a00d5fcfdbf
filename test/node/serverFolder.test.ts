import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { once } from "node:events"
import { appendFile, chown, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { join } from "node:path"
import { newClaim } from "../../runtimes/node/postgres/folder/folderLock.ts"
import { serverFolder } from "../../runtimes/node/postgres/folder/serverFolder.ts"
import { boundLog, logLength, logSince } from "../../runtimes/node/postgres/folder/serverLog.ts"
import { choosePort } from "../../runtimes/node/postgres/folder/serverPort.ts"
import { register, unregister, usedByOthers } from "../../runtimes/node/postgres/folder/serverUsers.ts"
import { openServer } from "../../runtimes/node/postgres/serverSession.ts"
import { hasData } from "../../runtimes/node/postgres/starting/initialiseData.ts"
import { serverAccount } from "../../runtimes/node/postgres/starting/serverAccount.ts"
import { portOf } from "../support/portOf.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"

/** The paths of an embedded server's files, in an empty folder. */
const newFolder = Effect.map(temporaryFolder("talonario-folder-"), serverFolder)

const textOf = (path: string) => Effect.promise(() => readFile(path, "utf8"))

describe("the log of an embedded server", () => {
  it.scopedLive("replaces the older one when it is long, and starts again", () =>
    Effect.gen(function*() {
      const folder = yield* newFolder
      yield* boundLog(folder)
      assert.strictEqual(yield* logLength(folder), 0)
      const mebibyte = 1_048_576
      yield* Effect.promise(() => writeFile(folder.olderLog, "older"))
      yield* Effect.promise(() => writeFile(folder.log, "x".repeat(8 * mebibyte - 1)))
      yield* boundLog(folder)
      assert.deepStrictEqual([yield* logLength(folder), yield* textOf(folder.olderLog)], [8 * mebibyte - 1, "older"])
      yield* Effect.promise(() => appendFile(folder.log, "y"))
      yield* boundLog(folder)
      assert.strictEqual(yield* logLength(folder), 0)
      assert.strictEqual((yield* Effect.promise(() => stat(folder.olderLog))).size, 8 * mebibyte)
    }))

  it.scopedLive("is quoted from the beginning of a start, and only its end", () =>
    Effect.gen(function*() {
      const folder = yield* newFolder
      assert.strictEqual(yield* logSince(folder, 0), "")
      yield* Effect.promise(() => writeFile(folder.log, "before\nFATAL: no\n"))
      assert.strictEqual(yield* logSince(folder, 7), "FATAL: no")
      assert.strictEqual(yield* logSince(folder, 17), "")
      yield* Effect.promise(() => writeFile(folder.log, `${"a".repeat(9_000)}b`))
      assert.strictEqual(yield* logSince(folder, 7), `${"a".repeat(3_999)}b`)
    }))
})

/** A port of 127.0.0.1 that is already taken. */
const takenPort = Effect.acquireRelease(
  Effect.promise(async () => {
    const server = createServer().listen(0, "127.0.0.1")
    await once(server, "listening")
    return server
  }),
  (server) => Effect.sync(() => void server.close()),
).pipe(Effect.map(portOf))

describe("the port of an embedded server", () => {
  it.scopedLive("stays the same, unless it is taken and may change", () =>
    Effect.gen(function*() {
      const folder = yield* newFolder
      const first = yield* choosePort(folder, false)
      assert.isTrue(first >= 20_000 && first < 30_000)
      assert.strictEqual(yield* textOf(folder.port), String(first))
      assert.strictEqual(yield* choosePort(folder, false), first)
      const port = yield* takenPort
      yield* Effect.promise(() => writeFile(folder.port, String(port)))
      assert.strictEqual(yield* choosePort(folder, true), port)
      const other = yield* choosePort(folder, false)
      assert.notStrictEqual(other, port)
      assert.strictEqual(yield* textOf(folder.port), String(other))
    }))

  it.scopedLive("is another where its file is damaged, and the file is named where it is none", () =>
    Effect.gen(function*() {
      const folder = yield* newFolder
      for (const damaged of ["", "x", "0", "-1", "70000", "5432.5", "1e400"]) {
        yield* Effect.promise(() => writeFile(folder.port, damaged))
        const port = yield* choosePort(folder, true)
        assert.deepStrictEqual([port >= 20_000, yield* textOf(folder.port)], [true, String(port)])
      }
      yield* Effect.promise(() => rm(folder.port))
      yield* Effect.promise(() => mkdir(folder.port))
      assert.include((yield* Effect.flip(choosePort(folder, false))).reason, `could not choose a port: ${folder.port}: EISDIR`)
    }))
})

describe("the users of an embedded server", () => {
  it.scopedLive("are only living processes, and only those of this folder", () =>
    Effect.gen(function*() {
      const folder = yield* newFolder
      const [mine, other] = [newClaim(), newClaim()]
      yield* register(folder, mine)
      assert.isFalse(yield* usedByOthers(folder, mine))
      const [kept = ""] = yield* Effect.promise(() => readdir(folder.users))
      const mark = kept.slice(mine.length)
      const gone = [`4194304.1.dead.beef${mark}`, `${other}.1`]
      for (const name of gone) yield* Effect.promise(() => writeFile(join(folder.users, name), ""))
      assert.isFalse(yield* usedByOthers(folder, mine))
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(folder.users)), [kept])
      yield* register(folder, other)
      assert.isTrue(yield* usedByOthers(folder, mine))
      yield* unregister(folder, other)
      assert.isFalse(yield* usedByOthers(folder, mine))
    }))
})

describe("the data of an embedded server", () => {
  it.scopedLive("are recognized, and nothing else is taken for them", () =>
    Effect.gen(function*() {
      const folder = yield* newFolder
      assert.isFalse(yield* hasData(folder))
      yield* Effect.promise(() => mkdir(folder.data))
      assert.isFalse(yield* hasData(folder))
      yield* Effect.promise(() => writeFile(join(folder.data, "photo.jpg"), ""))
      assert.strictEqual((yield* Effect.flip(hasData(folder))).reason, `could not look into ${folder.data}: it holds no data of PostgreSQL`)
      yield* Effect.promise(() => writeFile(join(folder.data, "PG_VERSION"), "18"))
      assert.isTrue(yield* hasData(folder))
    }))

  it.scopedLive("are useless without the password that was made with them", () =>
    Effect.gen(function*() {
      const folder = yield* newFolder
      const { reason } = yield* Effect.flip(openServer(folder, 1))
      assert.strictEqual(reason, `could not read the server's password: ${folder.password}, the password that was made with the data, is missing`)
    }))

  it.scopedLive("decide which account the server runs as when root starts it", () =>
    Effect.gen(function*() {
      const folder = yield* newFolder
      if (process.getuid?.() !== 0) return assert.isUndefined(yield* serverAccount(folder))
      assert.isAbove((yield* serverAccount(folder))?.uid ?? 0, 0)
      yield* Effect.promise(() => mkdir(folder.data))
      const refused = yield* Effect.either(serverAccount(folder))
      assert.include(Either.getOrThrow(Either.flip(refused)).reason, `${folder.data} is root's, but PostgreSQL does not run as root: chown -R`)
      yield* Effect.promise(() => chown(folder.data, 4_711, 4_712))
      assert.deepInclude(yield* serverAccount(folder), { uid: 4_711, gid: 4_712 })
    }))
})
