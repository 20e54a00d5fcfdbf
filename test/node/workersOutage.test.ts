import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger, LogLevel } from "effect"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { embeddedPostgres } from "../../runtimes/node/postgres/embeddedPostgres.ts"
import { eventually } from "../support/eventually.ts"
import { noticeReceiver } from "../support/noticeReceiver.ts"
import { migratedDatabase } from "../support/testStorage.ts"
import { startWorker } from "../support/workerProcess.ts"
import { makeWorkshop } from "../support/workshop.ts"
import { preparedFolder } from "./preparedFolder.ts"

/** A database server for this test alone, restarted whenever it ends. */
const ownServer = Effect.gen(function*() {
  const folder = yield* preparedFolder
  const { url } = yield* embeddedPostgres({ folder, durable: true })
  const end = (signal: NodeJS.Signals) =>
    Effect.promise(async () => {
      const text = await readFile(join(folder, "data", "postmaster.pid"), "utf8")
      process.kill(Number(text.split("\n")[0]), signal)
    })
  return { url, end }
})

describe("a worker whose database", () => {
  it.scopedLive("is restarted continues by itself and loses nothing", () =>
    Effect.gen(function*() {
      const server = yield* ownServer
      const { happen, openCompany, rows, subscribe, variables } = yield* makeWorkshop(server.url)
      const receiver = yield* noticeReceiver(async () => {
        await new Promise((resolve) => setTimeout(resolve, 20))
        return 200
      })
      const company = yield* openCompany
      for (const path of ["/a", "/b"]) yield* subscribe(company, receiver.url(path))
      const worker = yield* startWorker(variables)
      let made = 0
      const one = happen(company).pipe(
        Effect.sandbox,
        Effect.retry({ times: 60 }),
        Effect.zipRight(Effect.sync(() => made++)),
      )
      // First an orderly restart, as by an administrator, then a crash.
      for (const signal of ["SIGINT", "SIGQUIT"] as const) {
        const before = receiver.notices.length
        const making = yield* Effect.fork(Effect.repeatN(Effect.zipRight(one, Effect.sleep("10 millis")), 99))
        yield* eventually("some notices", () => receiver.notices.length >= before + 20)
        yield* server.end(signal)
        yield* making
        yield* rows<{ n: number }>("SELECT count(*) AS n FROM delivery WHERE estado = 'delivered'").pipe(
          Effect.sandbox,
          Effect.retry({ times: 200 }),
          Effect.zipLeft(Effect.sleep("50 millis")),
          Effect.repeat({ until: ([row]) => row?.n === made * 2, times: 1_200 }),
          Effect.timeoutFail({
            duration: "60 seconds",
            onTimeout: () => new Error(`not all delivered\n${worker.stderr()}`),
          }),
        )
      }
      assert.strictEqual(new Set(receiver.notices.map(({ envio }) => envio)).size, made * 2)
      assert.deepStrictEqual(receiver.overlaps, [])
      assert.deepStrictEqual(yield* rows("SELECT FROM outbox_event"), [])
      assert.strictEqual(yield* worker.end, 0)
    }).pipe(Logger.withMinimumLogLevel(LogLevel.None)), 180_000)

  it.scopedLive("refuses a statement for a while, as during an upgrade, continues once it is accepted", () =>
    Effect.gen(function*() {
      const { happen, openCompany, rows, subscribe, variables } = yield* Effect.flatMap(
        migratedDatabase,
        ({ url }) => makeWorkshop(url),
      )
      const receiver = yield* noticeReceiver(() => 200)
      const company = yield* openCompany
      yield* subscribe(company, receiver.url("/avisos"))
      const worker = yield* startWorker(variables)
      yield* happen(company)
      yield* eventually("the first", () => receiver.notices.length === 1)
      yield* rows("ALTER TABLE job RENAME TO job_elsewhere")
      yield* Effect.sleep("6 seconds")
      yield* rows("ALTER TABLE job_elsewhere RENAME TO job")
      yield* happen(company)
      yield* eventually("the second", () => receiver.notices.length === 2, 5)
      assert.include(worker.stderr(), "job")
      assert.isTrue(worker.isAlive())
      assert.strictEqual(yield* worker.end, 0)
    }), 60_000)
})
