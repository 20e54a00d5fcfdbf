import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer, TestClock } from "effect"
import { makeStandIn } from "../../adapters/aeat/standIn/StandIn.ts"
import * as TaxAuthorityStandIn from "../../adapters/aeat/standIn/TaxAuthorityStandIn.ts"
import { instant } from "../../core/calendar/instant.ts"
import { setCertificate } from "../../core/certificates/certificateCommands.ts"
import { TaxAuthority } from "../../core/ports/TaxAuthority.ts"
import { anError, errorOf, idOf, makeScene, now, simpleDraft } from "./scene.ts"

/** A scene with a tax authority that never answers the calls named by `silent`; `asked` waits for the first of them. */
const makeSubmission = Effect.fnUntraced(function*(silent?: keyof TaxAuthority["Type"]) {
  const standIn = makeStandIn()
  const asked = yield* Deferred.make<void>()
  const never = () => Effect.zipRight(Deferred.succeed(asked, undefined), Effect.never)
  const taxAuthority = Layer.map(TaxAuthorityStandIn.layer(standIn), (context) =>
    silent === undefined
      ? context
      : Context.add(context, TaxAuthority, { ...Context.get(context, TaxAuthority), [silent]: never }))
  const scene = yield* makeScene({ taxAuthority })
  const { organizationId, post, provide } = scene
  return {
    ...scene,
    asked: Deferred.await(asked),
    standIn,
    issue: Effect.flatMap(post("/facturas", simpleDraft), (draft) => post(`/facturas/${idOf(draft)}/emitir`)),
    certify: provide(setCertificate(organizationId, {
      tipo: "sello",
      pkcs12: new Uint8Array([1]),
      password: "x",
      titular: "TALLERES NÚÑEZ SL",
      caduca: instant(now + 90 * 86_400_000),
    })),
  }
})

describe("GET /registro/envio", () => {
  it.scoped("tells how many records are pending, since when, why, and when sending goes on", () =>
    Effect.gen(function*() {
      const { certify, get, issue, standIn, workOff } = yield* makeSubmission()
      const told = Effect.map(get("/registro/envio"), ({ json }) => json)
      const none = { pendientes: 0, desde: null, ultimo_envio: null, proximo_envio: null, problema: null, certificado: null }
      assert.deepStrictEqual(yield* told, none)
      yield* issue
      yield* TestClock.adjust("1 minute")
      yield* issue
      yield* workOff
      const waiting = { ...none, pendientes: 2, desde: "2026-11-20T10:00:00.000Z" }
      assert.deepStrictEqual(yield* told, { ...waiting, problema: "la organización no tiene certificado con el que enviarlos" })
      yield* certify
      const certificado = { titular: "TALLERES NÚÑEZ SL", caduca: "2027-02-18T10:00:00.000Z", tipo: "sello" }
      assert.deepStrictEqual(yield* told, { ...waiting, proximo_envio: "2026-11-20T10:01:00.000Z", certificado })
      standIn.control({ trouble: [{ kind: "http", status: 503 }] })
      yield* workOff
      assert.deepStrictEqual(yield* told, {
        ...waiting,
        ultimo_envio: "2026-11-20T10:01:00.000Z",
        proximo_envio: "2026-11-20T10:02:00.000Z",
        problema: "responde HTTP 503",
        certificado,
      })
      yield* TestClock.adjust("1 minute")
      yield* workOff
      assert.deepStrictEqual(yield* told, { ...none, ultimo_envio: "2026-11-20T10:02:00.000Z", certificado })
    }))

  const sent = { pendientes: 0, ultimo_envio: "2026-11-20T10:05:00.000Z", problema: null }
  const unsent = { pendientes: 1, proximo_envio: "2026-11-20T10:06:00.000Z", problema: "no contestó en cinco minutos" }
  for (const [silent, outcome] of [["submit", unsent], ["query", sent]] as const) {
    it.scoped(`waits five minutes for a tax authority that never answers (${silent}), and sends what a query leaves unknown`, () =>
      Effect.gen(function*() {
        const { asked, certify, get, issue, workOff } = yield* makeSubmission(silent)
        yield* certify
        yield* issue
        const working = yield* Effect.fork(workOff)
        yield* asked
        yield* TestClock.adjust("299 seconds")
        assert.isNull(working.unsafePoll())
        yield* TestClock.adjust("1 second")
        yield* Fiber.join(working)
        const { json } = yield* get("/registro/envio")
        assert.deepNestedInclude(json, outcome)
      }))
  }

  it.scoped("is for keys that may read the registry, and separate for each company", () =>
    Effect.gen(function*() {
      const { issue, openCompany, openKey, organizationId, request } = yield* makeSubmission()
      yield* issue
      const other = yield* openCompany({ nif: "B87654323" })
      assert.deepNestedInclude((yield* request("GET", "/registro/envio", { key: other.live })).json, { pendientes: 0 })
      const reader = yield* openKey(organizationId, "test", ["registry:read"])
      assert.deepNestedInclude((yield* request("GET", "/registro/envio", { key: reader })).json, { pendientes: 1 })
      const without = yield* openKey(organizationId, "live", ["invoices:read"])
      const refused = yield* request("GET", "/registro/envio", { key: without })
      assert.deepStrictEqual(errorOf(refused), anError(403, "sin_permiso", { scope: "registry:read" }))
    }))
})
