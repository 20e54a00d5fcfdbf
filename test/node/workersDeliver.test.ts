import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Option } from "effect"
import { connect } from "node:net"
import { Webhook } from "standardwebhooks"
import { Stripe } from "stripe"
import { eventually } from "../support/eventually.ts"
import { noticeReceiver } from "../support/noticeReceiver.ts"
import { migratedDatabase } from "../support/testStorage.ts"
import { startWorker } from "../support/workerProcess.ts"
import { makeWorkshop } from "../support/workshop.ts"
import { commandLine } from "./commandLine.ts"
import { serve, type Variables } from "./talonarioProcess.ts"

const workshop = Effect.flatMap(migratedDatabase, ({ url }) => makeWorkshop(url))

/** Opens a company and a key with commands. */
const openByCommand = (variables: Variables) =>
  Effect.gen(function*() {
    const json = (...args: ReadonlyArray<string>) =>
      Effect.map(commandLine([...args, "--json"], variables), ({ code, stderr, stdout }) => {
        assert.strictEqual(code, 0, stderr)
        return JSON.parse(stdout)
      })
    const { id } = yield* json("org", "create", "--nombre", "Panadería Ñ", "--nif", "B12345674")
    return (yield* json("key", "create", "--org", id, "--mode", "live", "--scopes", "all")).clave
  })

const caller = (address: string, key: string) => (method: string, path: string, body: unknown) =>
  Effect.promise(async () => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
    const answer = await fetch(`${address}${path}`, { method, headers, body: JSON.stringify(body) })
    assert.isBelow(answer.status, 300, path)
    return JSON.parse(await answer.text())
  })

describe("a worker process", () => {
  for (const beside of ["within serve", "beside serve"] as const) {
    it.scopedLive(`${beside}, sends an issued invoice to a receiver over HTTPS, signed, within a second`, () =>
      Effect.gen(function*() {
        const { variables } = yield* workshop
        const receiver = yield* noticeReceiver(() => 204)
        const key = yield* openByCommand(variables)
        const { address } = yield* serve(variables, beside === "within serve" ? [] : ["--no-workers"])
        if (beside === "beside serve") yield* startWorker(variables)
        const call = caller(address, key)
        const { secreto } = yield* call("POST", "/webhooks", { url: receiver.url("/avisos"), sucesos: ["invoice.issued"] })
        for (const wanted of [1, 2, 3]) {
          const draft = yield* call("POST", "/facturas", { lineas: [{ descripcion: "Pan «Ñ»", precio: 10 }] })
          const issued = yield* call("POST", `/facturas/${draft.id}/emitir`, {})
          const answered = performance.now()
          yield* eventually("the notice", () => receiver.notices.length >= wanted)
          const { at, body, envio, headers, intento } = receiver.notices[wanted - 1] ?? assert.fail("no notice")
          // Processes are slow just after they start.
          if (wanted > 1) assert.isBelow(at - answered, 1_000)
          const event = Stripe.webhooks.constructEvent(body, headers["x-svc-firma"] ?? "", secreto, 300)
          assert.deepEqual(event, new Webhook(secreto).verify(body, headers))
          assert.deepInclude(JSON.parse(body), { id: envio, suceso: "invoice.issued" })
          assert.deepInclude(JSON.parse(body).datos.factura, { id: issued.id, numero: wanted, estado: "sent" })
          assert.strictEqual(intento, 1)
        }
      }), 60_000)
  }

  for (const kind of ["work", "serve"] as const) {
    it.scopedLive(`of ${kind} ends and notes its attempts at SIGTERM, begins none, and leaves the rest`, () =>
      Effect.gen(function*() {
        const { happen, openCompany, rows, subscribe, variables } = yield* workshop
        const answers: Array<() => void> = []
        const receiver = yield* noticeReceiver(() =>
          answers.length < 8 ? new Promise((resolve) => void answers.push(() => resolve(200))) : 200)
        const company = yield* openCompany
        yield* subscribe(company, receiver.url("/slow"))
        for (let n = 0; n < 30; n++) yield* happen(company)
        const worker = yield* kind === "work" ? startWorker(variables) : serve(variables)
        yield* eventually("attempts under way", () => answers.length === 8)
        yield* Effect.repeat(rows("SELECT FROM outbox_event"), { until: (left) => left.length === 0, times: 10_000 })
        yield* Effect.sleep("100 millis")
        const ending = yield* Effect.fork(worker.end)
        yield* Effect.sleep("700 millis")
        assert.lengthOf(receiver.notices, 8, "none is begun")
        for (const answer of answers) answer()
        assert.strictEqual(yield* ending, 0, worker.stderr())
        assert.deepStrictEqual(
          yield* rows("SELECT estado, intentos, count(*) AS n FROM delivery GROUP BY 1, 2 ORDER BY 1"),
          [{ estado: "delivered", intentos: 1, n: 8 }, { estado: "pending", intentos: 0, n: 22 }],
        )
        assert.deepStrictEqual(
          yield* rows("SELECT kind, lease, leased_until, due <= now() AS due FROM job"),
          [{ kind: "webhook", lease: null, leased_until: null, due: true }],
        )
        yield* startWorker(variables)
        yield* eventually("the rest", () => receiver.notices.length === 30, 3)
        assert.strictEqual(new Set(receiver.notices.map(({ envio }) => envio)).size, 30, "each once")
        yield* eventually("the last notes", () => receiver.open() === 0)
      }), 60_000)
  }
})

describe("serve, at SIGTERM", () => {
  it.scopedLive("begins no more attempts, even while a request keeps it running", () =>
    Effect.gen(function*() {
      const { happen, openCompany, subscribe, variables } = yield* workshop
      const receiver = yield* noticeReceiver(() => 200)
      const company = yield* openCompany
      yield* subscribe(company, receiver.url("/avisos"))
      const server = yield* serve(variables)
      yield* happen(company)
      yield* eventually("the first", () => receiver.notices.length === 1)
      const request = connect({ port: Number(new URL(server.address).port), host: "127.0.0.1" })
      request.on("error", () => {}).write("POST /api/v1/facturas HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{")
      yield* Effect.sleep("300 millis")
      const ending = yield* Effect.fork(server.end)
      yield* Effect.sleep("300 millis")
      yield* happen(company)
      yield* Effect.sleep("2 seconds")
      assert.isNull(yield* Fiber.poll(ending).pipe(Effect.map(Option.getOrNull)), "it has not ended")
      assert.lengthOf(receiver.notices, 1)
      request.destroy()
      assert.strictEqual(yield* ending, 0)
    }), 60_000)
})

describe("a worker process whose listening connection keeps being cut", () => {
  it.scopedLive("still delivers within about a second, and quickly once it can listen again", () =>
    Effect.gen(function*() {
      const { happen, openCompany, rows, subscribe, variables } = yield* workshop
      const receiver = yield* noticeReceiver(() => 200)
      const company = yield* openCompany
      yield* subscribe(company, receiver.url("/avisos"))
      yield* startWorker(variables)
      const cut = rows(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
      )
      const delayOfOne = Effect.gen(function*() {
        const before = receiver.notices.length
        yield* happen(company)
        const committed = performance.now()
        yield* eventually("a notice", () => receiver.notices.length > before)
        return (receiver.notices.at(-1)?.at ?? assert.fail("no notice")) - committed
      })
      yield* delayOfOne
      const slow: Array<number> = []
      let cuts = 0
      for (let n = 0; n < 12; n++) {
        cuts += (yield* cut).length
        slow.push(yield* delayOfOne)
      }
      assert.isAtLeast(cuts, 3, "it listens again and again")
      assert.isBelow(Math.max(...slow), 2_000, "it looks every second")
      yield* Effect.sleep("3 seconds")
      const quick = [yield* delayOfOne, yield* delayOfOne, yield* delayOfOne, yield* delayOfOne, yield* delayOfOne]
      assert.isBelow(quick.toSorted((a, b) => a - b)[2] ?? Number.NaN, 250, "it is told, not looking")
    }), 60_000)
})
