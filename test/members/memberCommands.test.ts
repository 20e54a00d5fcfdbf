import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Either } from "effect"
import * as fc from "fast-check"
import { instant } from "../../core/calendar/instant.ts"
import type { Decision } from "../../core/commit/Command.ts"
import { key, type RowSet } from "../../core/commit/tables.ts"
import { inputDecoder } from "../../core/fields/inputDecoder.ts"
import { createMember } from "../../core/members/createMember.ts"
import { deleteMember } from "../../core/members/deleteMember.ts"
import { type Member, MemberInput, MemberPatch, memberResource } from "../../core/members/Member.ts"
import { updateMember } from "../../core/members/updateMember.ts"
import { cents } from "../../core/money/cents.ts"
import { notFound, type Refusal } from "../../core/refusals/refusal.ts"
import { carriedOut, decideOn, noon, whyNot } from "../support/decideOn.ts"
import { id, must, rowOf } from "../support/issuing.ts"
import { day, sampleMember, sampleOrganization } from "../support/samples.ts"

const decodeInput = inputDecoder(MemberInput)
const decodePatch = inputDecoder(MemberPatch)

const organization = sampleOrganization(id)

const numberRow = (numero: number, owner: string) => ({ organizationId: id, id: String(numero), socio_id: owner })
const book = (last: number) => ({ organizationId: id, id, last })

/** A company with these members, whose greatest number ever given is `last`. */
const stored = (members: ReadonlyArray<Member>, last = Math.max(0, ...members.map(({ numero }) => numero))): RowSet => ({
  organization: [organization],
  member: members,
  memberNumber: members.map((member) => numberRow(member.numero, member.id)),
  memberBook: last === 0 ? [] : [book(last)],
})

const creating = (body: object, given = stored([]), now = noon) =>
  decideOn(createMember(id, carriedOut(decodeInput({ nombre: "Marta", ...body }))), given, now)

const patching = (member: Member, body: object, given = stored([member])) =>
  decideOn(updateMember(id, member.id, carriedOut(decodePatch(body))), given, noon, 50)

const memberOf = (decision: Decision<unknown>): Member => must(rowOf(decision, "member"))

const motivosOf = (decided: Either.Either<unknown, Refusal>): ReadonlyArray<string> => {
  const refusal = Either.getOrThrow(Either.flip(decided))
  return refusal._tag === "InvalidInput" ? refusal.campos.map(({ campo, motivo }) => `${campo}: ${motivo}`) : [refusal._tag]
}

const marta = sampleMember(id, 3, { numero: 118, alta: day("2025-02-28") })

describe("a new member", () => {
  it("needs only a name; the rest has defaults", () => {
    const decision = carriedOut(creating({}))
    const { id: own } = memberOf(decision)
    assert.deepStrictEqual(decision.result, {
      id: own, numero: 1, nombre: "Marta", nif: null, email: null, cuota: 0, periodicidad: "yearly", alta: "2026-03-02",
      baja: null, creado: "2026-03-02T12:00:00.000Z",
    })
    assert.deepStrictEqual(decision.events, [{ suceso: "member.created", datos: { socio: decision.result } }])
    assert.deepStrictEqual(decision.rows.map(({ table }) => table), ["member", "memberNumber", "memberBook"])
    assert.deepStrictEqual(rowOf(decision, "memberNumber"), numberRow(1, own))
    assert.deepStrictEqual(rowOf(decision, "memberBook"), book(1))
  })

  it("gets one more than the greatest number ever given, whoever had it", () => {
    const next = carriedOut(creating({}, stored([marta], 200)))
    assert.strictEqual(next.result.numero, 201)
    assert.deepStrictEqual(rowOf(next, "memberBook"), book(201))
  })

  it("may ask for a number that nobody has, whether it was ever given or not", () => {
    const among = stored([marta], 200)
    const old = carriedOut(creating({ numero: 7 }, among))
    assert.strictEqual(old.result.numero, 7)
    assert.isUndefined(rowOf(old, "memberBook"))
    const far = carriedOut(creating({ numero: 999_999_999 }, among))
    assert.deepStrictEqual(rowOf(far, "memberBook"), book(999_999_999))
    assert.deepStrictEqual(whyNot(creating({ numero: 118 }, among)), ["numero_de_socio_repetido"])
  })

  it("has to ask for a number once the greatest possible one was given", () => {
    assert.strictEqual(carriedOut(creating({}, stored([marta], 999_999_998))).result.numero, 999_999_999)
    const full = stored([marta], 999_999_999)
    assert.deepStrictEqual(whyNot(creating({}, full)), ["numeros_de_socio_agotados"])
    assert.strictEqual(carriedOut(creating({ numero: 5 }, full)).result.numero, 5)
  })

  it("has its NIF checked and normalised like a contact's", () => {
    assert.strictEqual(carriedOut(creating({ nif: " es-12345678 z" })).result.nif, "12345678Z")
    assert.strictEqual(carriedOut(creating({ nif: "" })).result.nif, null)
    assert.deepStrictEqual(whyNot(decodeInput({ nombre: "A", nif: "12345678A" })), ["nif"])
  })

  it("joins on the civil day of the organization's zone, and cannot leave before", () => {
    const lateEvening = instant(Date.parse("2026-03-01T23:30:00Z"))
    const days = (["peninsula", "canarias"] as const).map((region_fiscal) => {
      const given = { ...stored([]), organization: [{ ...organization, region_fiscal }] }
      const { alta } = carriedOut(creating({}, given, lateEvening)).result
      return [alta, carriedOut(creating({ alta: "2025-12-31T23:30:00Z", baja: "2026-01-01" }, given)).result.alta]
    })
    assert.deepStrictEqual(days, [["2026-03-02", "2026-01-01"], ["2026-03-01", "2025-12-31"]])
    assert.strictEqual(carriedOut(creating({ baja: "2026-03-02" })).result.baja, "2026-03-02")
    assert.deepStrictEqual(motivosOf(creating({ baja: "2026-03-01" })), ["baja: no puede ser anterior a alta"])
    assert.deepStrictEqual(whyNot(creating({ baja: "2026-03-01", numero: 118 }, stored([marta]))), ["baja"])
  })

  it("can be anything the schema lets through", () => {
    fc.assert(fc.property(Arbitrary.make(MemberInput), (given) => {
      const decided = decideOn(createMember(id, { ...given, baja: null }), stored([]))
      const row = memberOf(carriedOut(decided))
      assert.strictEqual(row.numero, given.numero ?? 1)
      assert.isAtMost([...row.nombre].length, 120)
    }), { numRuns: 1_000 })
  })
})

describe("a patch of a member", () => {
  it("changes what it names, and emits no event", () => {
    const decision = carriedOut(patching(marta, {
      cuota: 70.5, periodicidad: "weekly", baja: "2026-12-31", nif: "x-1234567-l",
    }))
    const expected = {
      ...marta, cuota: cents(7_050), periodicidad: "weekly", baja: day("2026-12-31"), nif: "X1234567L", modifiedSequence: 51,
    } as const
    assert.deepStrictEqual(memberOf(decision), expected)
    assert.deepStrictEqual(decision.result, memberResource(expected))
    assert.deepStrictEqual([decision.rows.length, decision.removed, decision.events], [1, [], []])
  })

  it("writes nothing when it changes nothing", () => {
    for (const body of [{}, { numero: 118, alta: "2025-02-28T10:00:00Z", baja: null, nif: "12345678-z" }]) {
      assert.deepStrictEqual(carriedOut(patching(marta, body)), { result: memberResource(marta), rows: [], events: [] })
    }
  })

  it("resets with null, the day of joining to that of creation; number and name have no default", () => {
    const nulls = { nif: null, email: null, cuota: null, periodicidad: null, alta: null, baja: null }
    assert.deepInclude(carriedOut(patching({ ...marta, baja: day("2026-01-01") }, nulls)).result, {
      nif: null, email: null, cuota: 0, periodicidad: "yearly", alta: "2025-11-20", baja: null, numero: 118,
    })
    assert.deepStrictEqual(motivosOf(decodePatch({ numero: null, nombre: null })),
      ["numero: es obligatorio", "nombre: es obligatorio"])
  })

  it("changes the number and frees the old one; the greatest number ever given stays noted", () => {
    const moved = carriedOut(patching(marta, { numero: 119 }))
    assert.deepStrictEqual(moved.removed, [key("memberNumber", id, "118")])
    assert.deepStrictEqual(rowOf(moved, "memberNumber"), numberRow(119, marta.id))
    assert.deepStrictEqual(rowOf(moved, "memberBook"), book(119))
    assert.isUndefined(rowOf(carriedOut(patching(marta, { numero: 5 })), "memberBook"))
    const other = sampleMember(id, 4, { numero: 5 })
    assert.deepStrictEqual(whyNot(patching(marta, { numero: 5 }, stored([marta, other]))), ["numero_de_socio_repetido"])
  })

  it("is refused if the member would leave before joining, and blames the day it gives", () => {
    const leaving = { ...marta, baja: day("2026-01-01") }
    assert.deepStrictEqual(motivosOf(patching(leaving, { alta: "2026-01-02" })), ["alta: no puede ser posterior a baja"])
    assert.deepStrictEqual(motivosOf(patching(leaving, { baja: "2025-02-27" })), ["baja: no puede ser anterior a alta"])
    assert.deepStrictEqual(whyNot(patching(leaving, { alta: "2026-01-02", baja: "2026-01-01" })), ["baja"])
    assert.strictEqual(carriedOut(patching(leaving, { alta: "2026-01-02", baja: null })).result.baja, null)
  })

  it("takes an undefined property as left out", () => {
    const patch = { cuota: undefined, nif: undefined, periodicidad: undefined }
    assert.deepStrictEqual(carriedOut(decideOn(updateMember(id, marta.id, patch), stored([marta]))).rows, [])
  })
})

describe("the deletion of a member", () => {
  it("frees the number for those who ask for it, and for nobody else", () => {
    const decision = carriedOut(decideOn(deleteMember(id, marta.id), stored([marta])))
    const removed = [key("member", id, marta.id), key("memberNumber", id, "118")]
    assert.deepStrictEqual(decision, { result: undefined, rows: [], removed, events: [] })
    const after = stored([], 118)
    assert.strictEqual(carriedOut(creating({}, after)).result.numero, 119)
    assert.strictEqual(carriedOut(creating({ numero: 118 }, after)).result.numero, 118)
  })

  it("is refused for a member that does not exist", () => {
    const missing = Either.left(notFound("el socio"))
    assert.deepStrictEqual(decideOn(deleteMember(id, "nada"), stored([])), missing)
    assert.deepStrictEqual(decideOn(updateMember(id, "nada", { numero: 3 }), stored([])), missing)
  })
})
