import { assert, describe, it, vi } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { bodyOf } from "../../adapters/sqs/jobNameMessage.ts"
import { functionSettings } from "../../runtimes/lambda/functionSettings.ts"
import { jobServices } from "../../runtimes/lambda/jobs/jobServices.ts"
import { makeHttpFunction } from "../../runtimes/lambda/makeHttpFunction.ts"
import { makeScheduleHandler } from "../../runtimes/lambda/makeScheduleHandler.ts"
import { makeSqsHandler } from "../../runtimes/lambda/makeSqsHandler.ts"
import { refusals, refusingPostgres } from "../support/refusingPostgres.ts"
import { sampleId, sampleOrganizationId } from "../support/samples.ts"
import { eventOf } from "./coldStart.ts"

const settingsFor = (databaseUrl: string) =>
  functionSettings(ConfigProvider.fromMap(new Map([
    ["DATABASE_URL", databaseUrl],
    ["TALONARIO_SECRET", "0".repeat(32)],
    ["TALONARIO_PRODUCER", "Talonario SL"],
    ["TALONARIO_PRODUCER_NIF", "B12345674"],
  ])))

/** What is logged until the scope closes, a line each. */
const loggedLines = Effect.gen(function*() {
  const lines: Array<string> = []
  for (const level of ["warn", "error"] as const) {
    yield* Effect.acquireRelease(
      Effect.sync(() => vi.spyOn(console, level).mockImplementation((...words) => void lines.push(words.join(" ")))),
      (spy) => Effect.sync(() => spy.mockRestore()),
    )
  }
  return lines
})

const key = `svc_live_${"A".repeat(43)}`

describe("a database that takes no connection", () => {
  for (const code of ["53300", "57P03", "XX000"] as const) {
    it.scopedLive(`is told once in the log of the function http, and answered like one that is away: ${refusals[code]}`, () =>
      Effect.gen(function*() {
        const lines = yield* loggedLines
        const { dispose, handler, open } = makeHttpFunction(settingsFor(yield* refusingPostgres(code)))
        yield* Effect.addFinalizer(() => Effect.promise(dispose))
        open()
        const statusOf = (path: string) =>
          Effect.promise(async () => (await handler(eventOf("GET", path, { key }))).statusCode)
        assert.deepStrictEqual([yield* statusOf("/contactos"), yield* statusOf("/salud")], [500, 503])
        const reasons = lines.filter((line) => line.includes("the database does not answer"))
        assert.lengthOf(reasons, 1, lines.join("\n"))
        assert.include(reasons.join(), refusals[code])
        assert.lengthOf(lines.filter((line) => line.includes("request failed")), 1)
      }))
  }

  it.scopedLive("leaves the messages of an event of SQS in the queue, whatever its refusal is called", () =>
    Effect.gen(function*() {
      yield* loggedLines
      const { dispose, handler } = makeSqsHandler(jobServices(settingsFor(yield* refusingPostgres("XX000"))))
      yield* Effect.addFinalizer(() => Effect.promise(dispose))
      const body = bodyOf({ kind: "mail", organizationId: sampleOrganizationId(), id: sampleId() })
      const response = yield* Effect.promise(() => handler({ Records: [{ messageId: "1", body }] }))
      assert.deepStrictEqual(response, { batchItemFailures: [{ itemIdentifier: "1" }] })
    }))

  it.scopedLive("is told once in the log of the function schedule, which does not look for expired rows then", () =>
    Effect.gen(function*() {
      const lines = yield* loggedLines
      const { dispose, handler, open } = makeScheduleHandler(jobServices(settingsFor(yield* refusingPostgres("53300"))))
      yield* Effect.addFinalizer(() => Effect.promise(dispose))
      open()
      const failed = yield* Effect.promise(() => handler({}).catch(String))
      assert.strictEqual(failed, "Error: the tick failed: StorageUnavailable")
      assert.lengthOf(lines, 1, lines.join("\n"))
      assert.match(lines.join(), /the database does not answer.*too many clients/)
    }))
})
