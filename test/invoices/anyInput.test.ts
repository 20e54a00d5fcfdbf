import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Either, type FastCheck, type Schema } from "effect"
import * as fc from "fast-check"
import type { Command } from "../../core/commit/Command.ts"
import type { RowSet } from "../../core/commit/tables.ts"
import { type Contact, ContactInput } from "../../core/contacts/Contact.ts"
import { createContact } from "../../core/contacts/createContact.ts"
import { annulInvoice } from "../../core/corrections/annulInvoice.ts"
import { RectificationInput, rectifyInvoice } from "../../core/corrections/rectifyInvoice.ts"
import { draftInvoice } from "../../core/drafts/draftInvoice.ts"
import { InvoiceInput, LineInput } from "../../core/drafts/invoiceInput.ts"
import { inputDecoder } from "../../core/fields/inputDecoder.ts"
import { issueInvoice } from "../../core/issuing/issueInvoice.ts"
import { decimal6, decimal8 } from "../../core/money/decimal.ts"
import { regions } from "../../core/tax/regions.ts"
import { decideOn } from "../support/decideOn.ts"
import { must, rowOf } from "../support/issuing.ts"
import { liveTerms, sampleOrganization, sampleOrganizationId } from "../support/samples.ts"

const id = sampleOrganizationId()

/** Any body that the schema lets through, decoded. */
const anyOf = <A, I>(schema: Schema.Schema<A, I>): FastCheck.Arbitrary<A> => Arbitrary.make(schema)

const anyOrganization = fc.record({
  region_fiscal: fc.constantFrom(...regions),
  regimen_igic: fc.constantFrom("general" as const, "repep" as const, "minorista" as const),
  recargo_equivalencia: fc.boolean(),
  nif: fc.constantFrom(null, "B12345674", "X"),
}).map((given) => sampleOrganization(id, given))

/** The refusal's fields or slug, or undefined if the command was carried out. What matters is that nothing throws. */
const refusal = <A>(command: Command<A>, rows: RowSet): ReadonlyArray<string> | undefined =>
  Either.match(decideOn(command, rows), {
    onLeft: (left) => {
      if (left._tag === "InvalidInput") {
        for (const { motivo } of left.campos) assert.isNotEmpty(motivo)
        return left.campos.map(({ campo }) => campo)
      }
      return [left._tag === "Conflict" ? left.motivo : left.what]
    },
    onRight: () => undefined,
  })

describe("whatever a client sends", () => {
  /** Any body, without what most often keeps one from being issued. */
  const everydayBody = fc.tuple(anyOf(InvoiceInput), anyOf(LineInput), fc.integer({ min: 1, max: 100_000 })).map(
    ([body, line, cents]): InvoiceInput => ({
      ...body,
      fecha_emision: null,
      divisa: null,
      tipo_cambio: null,
      lineas: [{ ...line, producto_id: null, cantidad: null, tipo_iva: decimal6(0), descripcion: "x", precio: decimal8(BigInt(cents) * 1_000_000n) }],
    }),
  )

  const anyStory = fc.record({
    organization: anyOrganization,
    contact: anyOf(ContactInput),
    body: fc.oneof(anyOf(InvoiceInput), everydayBody),
    rectification: anyOf(RectificationInput),
    hasContact: fc.boolean(),
  })

  it("is carried out or refused with its fields named, without throwing", () => {
    let issues = 0
    fc.assert(fc.property(anyStory, ({ body, contact, hasContact, organization, rectification }) => {
      const customer = must(rowOf(Either.getOrThrow(decideOn(createContact(id, contact), {})), "contact"))
      const known: ReadonlyArray<Contact> = hasContact ? [customer] : []
      const rows: RowSet = { organization: [organization], contact: known }
      const named = { ...body, contacto_id: hasContact ? customer.id : null, facturas_sustituidas: null }
      const draft = draftInvoice(id, named)
      if (refusal(draft, rows) !== undefined) return
      const invoice = must(rowOf(Either.getOrThrow(decideOn(draft, rows)), "invoice"))
      const issue = issueInvoice(id, invoice.id, liveTerms)
      const drafted = { ...rows, invoice: [invoice] }
      assert.isNotEmpty(refusal(rectifyInvoice(id, invoice.id, rectification), drafted))
      assert.isNotEmpty(refusal(annulInvoice(id, invoice.id, { motivo: "x" }, liveTerms), drafted))
      if (refusal(issue, drafted) !== undefined) return
      const issued = Either.getOrThrow(decideOn(issue, drafted))
      issues++
      const document = must(rowOf(issued, "invoice"))
      const chainHead = rowOf(issued, "chainHead")
      assert.strictEqual(chainHead !== undefined, document.tipo_documento === "invoice")
      const after = { ...rows, invoice: [document], chainHead: chainHead === undefined ? [] : [chainHead] }
      refusal(rectifyInvoice(id, invoice.id, rectification), after)
      refusal(annulInvoice(id, invoice.id, { motivo: "x" }, liveTerms), after)
    }), { numRuns: 1000 })
    assert.isAbove(issues, 10)
  })

  it("may be any JSON, which the decoders accept or refuse", () => {
    const failures = <A, I>(schema: Schema.Schema<A, I>) => {
      const decode = inputDecoder(schema)
      return (body: unknown) => Either.getOrUndefined(Either.flip(decode(body)))?.campos
    }
    const judges = [failures(ContactInput), failures(InvoiceInput), failures(RectificationInput)]
    const names = Object.keys({ ...InvoiceInput.from.fields, ...ContactInput.fields, ...RectificationInput.from.fields })
    const anyBody = fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...names), fc.jsonValue()))
    fc.assert(fc.property(anyBody, (body) => {
      for (const judge of judges) {
        const campos = judge(body)
        if (campos !== undefined) assert.isNotEmpty(campos)
        for (const { motivo } of campos ?? []) assert.isNotEmpty(motivo)
      }
    }), { numRuns: 1500 })
  })
})
