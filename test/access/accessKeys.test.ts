import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Option, Schema, TestClock } from "effect"
import { type AccessKey, AccessKeyName } from "../../core/access/AccessKey.ts"
import { createAccessKey, lastUseIsStale, recordKeyUse, revokeAccessKey } from "../../core/access/accessKeyCommands.ts"
import { accessKeyResource } from "../../core/access/accessKeyResource.ts"
import { authenticate } from "../../core/access/authenticate.ts"
import { issueAccessKey } from "../../core/access/issueAccessKey.ts"
import { isKeyText, keyFingerprint } from "../../core/access/keyText.ts"
import { missingScope, type Principal, unauthenticated } from "../../core/access/Principal.ts"
import { withKey } from "../../core/access/withKey.ts"
import { instant } from "../../core/calendar/instant.ts"
import { type Command, type Decision, unchanged } from "../../core/commit/Command.ts"
import { key, type RowSet } from "../../core/commit/tables.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { notFound } from "../../core/refusals/refusal.ts"
import { makeScene } from "../http/scene.ts"
import { carriedOut, decideOn, noon } from "../support/decideOn.ts"
import { must, rowOf } from "../support/issuing.ts"
import { sampleContact, sampleOrganization, sampleOrganizationId } from "../support/samples.ts"

const hour = 60 * 60 * 1000
const id = sampleOrganizationId()
const company: RowSet = { organization: [sampleOrganization(id)] }
const accessKey: AccessKey = {
  organizationId: id, id: "k1", fingerprint: "f1", modo: "live", scopes: ["contacts:read"], nombre: "ERP",
  creada: instant(noon - hour), revocada: null, ultimo_uso: null,
}
const input = { clave: "svc_live_x", modo: "live", scopes: ["contacts:read"], nombre: "ERP" } as const

describe("a new access key", () => {
  it("is stored by its fingerprint, not revoked and not yet used, and noted in the activity log", () => {
    const { events, result, rows } = carriedOut(decideOn(createAccessKey(id, input), company))
    const row = { ...accessKey, id: result.id, fingerprint: keyFingerprint("svc_live_x"), creada: noon }
    assert.deepStrictEqual(result, row)
    const { id: entryId, ...entry } = must(rowOf({ result, rows, events }, "activityEntry"))
    assert.notStrictEqual(entryId, row.id)
    assert.deepStrictEqual<object>(entry, {
      organizationId: id, tipo: "key_created", mensaje: "Se creó la clave de acceso «ERP» (real).", recurso: "clave",
      recurso_id: row.id, creado: noon, createdSequence: 1,
    })
    assert.deepStrictEqual(rows.map(({ table }) => table), ["accessKey", "activityEntry"])
    assert.deepStrictEqual(events, [])
  })

  it("is called by its id where it has no name", () => {
    for (const nombre of [null, ""]) {
      const decision = carriedOut(decideOn(createAccessKey(id, { ...input, modo: "test", nombre }), company))
      assert.isNull(decision.result.nombre)
      assert.strictEqual(rowOf(decision, "activityEntry")?.mensaje, `Se creó la clave de acceso ${decision.result.id} (prueba).`)
    }
  })

  it("is refused to a company that does not exist", () => {
    assert.deepStrictEqual(decideOn(createAccessKey(id, input), {}), Either.left(notFound("la organización")))
  })

  it("may have a name of one line, or none", () => {
    const named = (nombre?: unknown) => Schema.is(Schema.Struct({ nombre: AccessKeyName }))({ nombre })
    for (const nombre of [undefined, null, "", "ERP"]) assert.isTrue(named(nombre))
    assert.isFalse(named("a\nb"))
  })

  it.scoped("has a text of its own, which nothing stored tells", () =>
    Effect.gen(function*() {
      const { organizationId, provide } = yield* makeScene()
      const issue = Effect.orDie(provide(issueAccessKey(organizationId, { modo: "test", scopes: ["contacts:read"], nombre: "ERP" })))
      const [one, other] = [yield* issue, yield* issue]
      assert.isTrue(isKeyText(one.clave) && one.clave.startsWith("svc_test_"))
      assert.notStrictEqual(one.clave, other.clave)
      assert.deepInclude(one.accessKey, {
        organizationId, fingerprint: keyFingerprint(one.clave), modo: "test", scopes: ["contacts:read"], nombre: "ERP",
      })
    }))
})

describe("a key as its owner sees it", () => {
  it("has everything but its fingerprint", () => {
    const shown = {
      id: "k1", empresa_id: id, nombre: "ERP", modo: "live", scopes: ["contacts:read"], creada: "2026-03-02T11:00:00.000Z",
    }
    assert.deepStrictEqual<object>(accessKeyResource(accessKey), { ...shown, revocada: null, ultimo_uso: null })
    const used = { ...accessKey, revocada: noon, ultimo_uso: instant(noon - 1) }
    assert.deepStrictEqual<object>(accessKeyResource(used),
      { ...shown, revocada: "2026-03-02T12:00:00.000Z", ultimo_uso: "2026-03-02T11:59:59.999Z" })
  })
})

describe("revoking a key", () => {
  it("is noted in the activity log", () => {
    const decision = carriedOut(decideOn(revokeAccessKey(id, "k1"), { accessKey: [accessKey] }))
    assert.deepStrictEqual(decision.result, { ...accessKey, revocada: noon })
    assert.deepStrictEqual(rowOf(decision, "accessKey"), decision.result)
    assert.deepInclude(must(rowOf(decision, "activityEntry")), {
      tipo: "key_revoked", mensaje: "Se revocó la clave de acceso «ERP» (real).", recurso: "clave", recurso_id: "k1",
    })
    assert.deepStrictEqual(decision.events, [])
  })

  it("changes nothing the second time", () => {
    const revoked = { ...accessKey, revocada: instant(noon - 1) }
    assert.deepStrictEqual(decideOn(revokeAccessKey(id, "k1"), { accessKey: [revoked] }), Either.right(unchanged(revoked)))
  })

  it("is refused where there is no such key", () => {
    assert.deepStrictEqual(decideOn(revokeAccessKey(id, "k1"), {}), Either.left(notFound("la clave de acceso")))
  })
})

describe("the last use of a key", () => {
  it("is written once an hour at most, and where the noted one is of a wrong clock", () => {
    const uses = [[null, true], [0, false], [hour - 1, false], [hour, true], [1 - hour, false], [-hour, true]] as const
    for (const [ago, stale] of uses) {
      const noted = { ...accessKey, ultimo_uso: ago === null ? null : instant(noon - ago) }
      assert.strictEqual(lastUseIsStale(noted, noon), stale, String(ago))
      // By the clock, whatever the company's own time.
      const { events, rows } = carriedOut(decideOn(recordKeyUse(id, "k1"), { accessKey: [noted] }, instant(noon + 9 * hour), 0, noon))
      assert.deepStrictEqual(rows, stale ? [{ table: "accessKey", row: { ...noted, ultimo_uso: noon } }] : [])
      assert.deepStrictEqual(events, [])
    }
  })

  it("is not written where the key is gone", () => {
    assert.deepStrictEqual(decideOn(recordKeyUse(id, "k1"), {}), Either.right(unchanged(undefined)))
  })
})

describe("a request's key", () => {
  it.scoped("says on whose behalf it is, and its use is noted", () =>
    Effect.gen(function*() {
      const { live, organizationId, provide } = yield* makeScene()
      const fingerprint = keyFingerprint(live)
      const find = Effect.flatMap(Storage, ({ accessKeyByFingerprint }) => accessKeyByFingerprint(fingerprint))
      const stored = Effect.map(Effect.orDie(provide(find)), Option.getOrThrow)
      const { id: accessKeyId, modo, scopes } = yield* stored
      const principal = yield* Effect.orDie(provide(authenticate(fingerprint)))
      assert.deepStrictEqual(principal, { organizationId, accessKeyId, modo, scopes })
      yield* TestClock.adjust("1 second")
      const used = (yield* stored).ultimo_uso
      assert.isNotNull(used)
      yield* TestClock.adjust("59 minutes")
      yield* Effect.orDie(provide(authenticate(fingerprint)))
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* stored).ultimo_uso, used)
    }))

  it.scoped("is refused where it is unknown or revoked", () =>
    Effect.gen(function*() {
      const { live, provide, revokeLive } = yield* makeScene()
      yield* Effect.orDie(revokeLive)
      for (const fingerprint of [keyFingerprint(live), keyFingerprint("svc_live_x")]) {
        assert.deepStrictEqual(yield* Effect.flip(provide(authenticate(fingerprint))), unauthenticated)
      }
    }))

  it("lacks a scope that is named", () => {
    assert.deepStrictEqual(unauthenticated, { _tag: "Unauthenticated" })
    assert.deepStrictEqual(missingScope("contacts:read"), { _tag: "MissingScope", scope: "contacts:read" })
  })
})

describe("a command with the key of its caller", () => {
  const contact = sampleContact(id, 1)
  const own = key("contact", id, contact.id)
  const principal: Principal = { organizationId: id, accessKeyId: "k1", modo: "live", scopes: [] }
  const event = { suceso: "contact.deleted" as const, datos: { contacto: contact.id } }
  const command = (decision: Partial<Decision<unknown>> = {}): Command<unknown> => ({
    organizationId: id,
    reads: () => [own],
    decide: (view) => view.get("contact", id, contact.id) === undefined
      ? Either.left(notFound("el contacto"))
      : Either.right({ ...unchanged("hecho"), ...decision }),
  })
  /** The decision, and what was reported last of the key. */
  const decided = (inner: Command<unknown>, keys: ReadonlyArray<AccessKey>, contacts = [contact]) => {
    const reports: Array<boolean> = []
    const outcome = decideOn(withKey(inner, principal, (dealtWith) => reports.push(dealtWith)),
      { accessKey: keys, contact: contacts }, instant(noon + 9 * hour), 0, noon)
    return { outcome, dealtWith: reports.at(-1) }
  }
  const recent = { ...accessKey, ultimo_uso: instant(noon - 1) }
  const write: Partial<Decision<unknown>> = { rows: [{ table: "contact", row: contact }] }
  const writes: ReadonlyArray<typeof write> = [write, { removed: [own] }, { events: [event] }]

  it("also writes the use of the key, by the clock, unless that was written lately", () => {
    for (const one of writes) {
      const used = { table: "accessKey", row: { ...accessKey, ultimo_uso: noon } }
      const { dealtWith, outcome } = decided(command(one), [accessKey])
      const decision = { ...unchanged("hecho"), ...one }
      assert.deepStrictEqual<unknown>(outcome, Either.right({ ...decision, rows: [used, ...decision.rows] }))
      assert.isTrue(dealtWith)
      assert.deepStrictEqual<unknown>(decided(command(one), [recent]), { outcome: Either.right(decision), dealtWith: true })
    }
  })

  it("that changes nothing leaves the use of its key to the caller", () => {
    const nothing = Either.right(unchanged("hecho"))
    assert.deepStrictEqual<unknown>(decided(command(), [accessKey]), { outcome: nothing, dealtWith: false })
    assert.deepStrictEqual<unknown>(decided(command({ removed: [] }), [accessKey]), {
      outcome: Either.right({ ...unchanged("hecho"), removed: [] }), dealtWith: false,
    })
    assert.deepStrictEqual<unknown>(decided(command(), [recent]), { outcome: nothing, dealtWith: true })
  })

  it("is refused as it would be without the key", () => {
    assert.deepStrictEqual<unknown>(decided(command(), [recent], []), { outcome: Either.left(notFound("el contacto")), dealtWith: false })
  })

  it("is refused where the key is gone or revoked", () => {
    for (const keys of [[], [{ ...recent, revocada: noon }]]) {
      const { dealtWith, outcome } = decided(command(write), keys)
      assert.deepStrictEqual<unknown>(outcome, Either.left(notFound("la clave")))
      assert.isFalse(dealtWith)
    }
  })
})
