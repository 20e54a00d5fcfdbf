import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Either } from "effect"
import * as fc from "fast-check"
import type { Command } from "../../core/commit/Command.ts"
import { key, type RowSet } from "../../core/commit/tables.ts"
import { ContactInput, ContactPatch, contactResource } from "../../core/contacts/Contact.ts"
import { createContact } from "../../core/contacts/createContact.ts"
import { deleteContact } from "../../core/contacts/deleteContact.ts"
import { updateContact } from "../../core/contacts/updateContact.ts"
import { given } from "../../core/fields/patching.ts"
import { decimal6 } from "../../core/money/decimal.ts"
import { decideOn, noon, whyNot } from "../support/decideOn.ts"
import { must, rowOf } from "../support/issuing.ts"
import { sampleContact, sampleOrganizationId } from "../support/samples.ts"

const id = sampleOrganizationId()
const contact = sampleContact(id, 1, { referencia: "R1" })

const patched = (patch: ContactPatch, present = contact) =>
  Either.getOrThrow(decideOn(updateContact(id, present.id, patch), { contact: [present] }, noon, 100))

const reason = <A>(command: Command<A>, rows: RowSet = {}) => whyNot(decideOn(command, rows)).join()

describe("a contact's patch", () => {
  it("changes what it names, moves the contact to the end of the order of changes, and emits an event", () => {
    const decision = patched({ nombre: "Eva", nif: "es b-12345674", etiquetas: ["x"] })
    const row = { ...contact, nombre: "Eva", nif: "B12345674", etiquetas: ["x"], modifiedSequence: 101 }
    assert.deepStrictEqual(decision.rows, [{ table: "contact", row }])
    assert.deepStrictEqual(decision.result, contactResource(row))
    assert.deepStrictEqual(decision.events, [{ suceso: "contact.updated", datos: { contacto: decision.result } }])
  })

  it("resets with null: to null, or to the default where null is not allowed", () => {
    const { result } = patched({ nif: null, email: null, dias_pago: null, tipo: null, irpf: null, descuento: null, etiquetas: null })
    assert.deepInclude(result, { nif: null, email: null, dias_pago: null, tipo: "customer", irpf: 0, descuento: 0 })
    assert.deepInclude(result, { etiquetas: [], referencia: "R1" })
  })

  it("writes nothing when it changes nothing", () => {
    const same: ReadonlyArray<ContactPatch> = [
      {},
      { nombre: contact.nombre },
      { email: undefined },
      { nif: " 12.345.678-z", etiquetas: [...contact.etiquetas], descuento: decimal6(5_250_000) },
    ]
    for (const patch of same) {
      assert.deepStrictEqual(patched(patch), { result: contactResource(contact), rows: [], events: [] })
    }
    assert.isNotEmpty(patched({ etiquetas: contact.etiquetas.toReversed() }).rows)
  })

  it("gives the contact that the merged body would have created", () => {
    const bodies = [Arbitrary.make(ContactInput), Arbitrary.make(ContactPatch)] as const
    fc.assert(fc.property(...bodies, (input, patch) => {
      const created = must(rowOf(Either.getOrThrow(decideOn(createContact(id, input), {})), "contact"))
      const merged = Either.getOrThrow(decideOn(createContact(id, { ...input, ...given(patch) }), {})).result
      assert.deepStrictEqual(patched(patch, created).result, merged)
    }), { numRuns: 2000 })
  })

  it("cannot make a supplier something else while anything refers to it as one", () => {
    const supplier = { ...contact, tipo: "supplier" } as const
    const turn = (patch: ContactPatch, present: typeof contact, used: boolean) =>
      decideOn(updateContact(id, present.id, patch), {
        contact: [present],
        contactUse: [{ organizationId: id, id: present.id, used }],
      })
    for (const tipo of ["customer", null] as const) {
      const refusal = Either.getOrThrow(Either.flip(turn({ tipo, nombre: "Eva" }, supplier, true)))
      const motivo = "no puede dejar de ser proveedor: tiene facturas o gastos"
      assert.deepStrictEqual(refusal, { _tag: "InvalidInput", campos: [{ campo: "tipo", motivo }] })
      assert.strictEqual(Either.getOrThrow(turn({ tipo }, supplier, false)).result.tipo, "customer")
    }
    for (const patch of [{ tipo: "supplier" }, { nombre: "Eva" }, { tipo: undefined, nombre: "Eva" }] as const) {
      assert.strictEqual(Either.getOrThrow(turn(patch, supplier, true)).result.tipo, "supplier")
    }
    assert.strictEqual(Either.getOrThrow(turn({ tipo: "supplier" }, { ...contact, tipo: "customer" }, true)).result.tipo, "supplier")
  })

  it("is refused for a contact that does not exist", () => {
    assert.strictEqual(reason(updateContact(id, "nadie", {})), "NotFound")
  })
})

describe("a contact's deletion", () => {
  it("removes it, and emits an event with what it was", () => {
    const decision = Either.getOrThrow(decideOn(deleteContact(id, contact.id), { contact: [contact] }))
    assert.deepStrictEqual(decision.removed, [key("contact", id, contact.id)])
    assert.deepStrictEqual(decision.rows, [])
    assert.deepStrictEqual(decision.events, [{ suceso: "contact.deleted", datos: { contacto: contactResource(contact) } }])
  })

  it("is refused while an invoice or expense refers to it", () => {
    const use = (used: boolean): RowSet => ({ contact: [contact], contactUse: [{ organizationId: id, id: contact.id, used }] })
    assert.strictEqual(reason(deleteContact(id, contact.id), use(true)), "contacto_con_facturas")
    assert.isTrue(Either.isRight(decideOn(deleteContact(id, contact.id), use(false))))
    assert.strictEqual(reason(deleteContact(id, "nadie")), "NotFound")
  })
})
