import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { type Instant, instant } from "../../core/calendar/instant.ts"
import { organizationId } from "../../core/identifiers/organizationId.ts"
import type { Invoice, Recipient, RegistryLink } from "../../core/invoices/Invoice.ts"
import { cents } from "../../core/money/cents.ts"
import { decimal6 } from "../../core/money/decimal.ts"
import type { ChainHead } from "../../core/registry/ChainHead.ts"
import type { RecordField, RecordFields, RegistryRecord } from "../../core/registry/RegistryRecord.ts"
import { sealOf } from "../../core/registry/seal.ts"
import { firstSubmission } from "../../core/submission/SubmissionState.ts"
import { hash } from "../registry/anyChain.ts"
import { must } from "../support/issuing.ts"
import { day, sampleId } from "../support/samples.ts"
import { anyKept, checked, found, headAfter, type Kept } from "./keptRegistry.ts"

/**
 * Runs of each property, each of which fills a store of its own. Failures are not shrunk, which would take minutes for
 * whole companies.
 */
const numRuns = 150

/**
 * As many companies as a property has runs, shared by all that damage one: creating them takes ten times as long as the
 * check.
 */
const companies = fc.sample(anyKept, numRuns)

const holdsFor = (kept: fc.Arbitrary<Kept>, property: (kept: Kept, pick: fc.GeneratorValue) => Promise<void>) =>
  fc.assert(fc.asyncProperty(kept, fc.gen(), property), { numRuns, endOnFailure: true })

const holds = (property: (kept: Kept, pick: fc.GeneratorValue) => Promise<void>) => holdsFor(fc.constantFrom(...companies), property)

/** One element of the list. */
const oneOf = <A>(pick: fc.GeneratorValue, list: ReadonlyArray<A>): A => pick(() => fc.constantFrom(...list))

const otherText = (pick: fc.GeneratorValue, text: string | null): string => {
  const other = pick(fc.string, { minLength: 1 })
  return other === text ? `${other}x` : other
}

const isList = (field: RecordField): field is ReadonlyArray<RecordFields> => Array.isArray(field)

/** The fields with a text changed, a field left out, or a field added somewhere. */
const damagedFields = (pick: fc.GeneratorValue, fields: RecordFields): RecordFields => {
  const names = Object.keys(fields)
  const name = oneOf(pick, names)
  const field = must(fields[name])
  const damage = pick(fc.constantFrom, "inside", "inside", "inside", "left out", "added", "moved")
  if (damage === "left out") return Object.fromEntries(Object.entries(fields).filter(([one]) => one !== name))
  if (damage === "added") return { ...fields, Nuevo: "x" }
  if (damage === "moved" && name !== names.at(-1)) {
    const { [name]: moved = "", ...rest } = fields
    return { ...rest, [name]: moved }
  }
  if (typeof field === "string") return { ...fields, [name]: otherText(pick, field) }
  if (isList(field)) {
    const at = pick(fc.nat, { max: field.length - 1 })
    return { ...fields, [name]: field.map((one, i) => (i === at ? damagedFields(pick, one) : one)) }
  }
  return { ...fields, [name]: damagedFields(pick, field) }
}

/** Ways to change each field of a record alone. */
const damages: { readonly [F in keyof RegistryRecord]: (pick: fc.GeneratorValue, record: RegistryRecord) => RegistryRecord } = {
  organizationId: (_, record) => ({ ...record, organizationId: organizationId(sampleId()) }),
  id: (_, record) => ({ ...record, id: sampleId() }),
  factura_id: (pick, record) => ({ ...record, factura_id: pick(fc.boolean) ? sampleId() : otherText(pick, record.factura_id) }),
  orden: (pick, record) => ({ ...record, orden: record.orden + oneOf(pick, [-1, 1, 2, -5, 1_000, 0.5]) }),
  tipo: (_, record) => ({ ...record, tipo: record.tipo === "alta" ? "anulacion" : "alta" }),
  subsanacion: (_, record) => ({ ...record, subsanacion: !record.subsanacion }),
  generado: (pick, record) => ({ ...record, generado: later(pick, record.generado) }),
  huella: (pick, record) => ({ ...record, huella: otherText(pick, record.huella) }),
  huella_anterior: (pick, record) => ({
    ...record,
    huella_anterior: record.huella_anterior !== null && pick(fc.boolean) ? null : otherText(pick, record.huella_anterior),
  }),
  cadena: (pick, record) => ({ ...record, cadena: otherText(pick, record.cadena) }),
  campos: (pick, record) => ({ ...record, campos: damagedFields(pick, record.campos) }),
  qr: (pick, record) => ({ ...record, qr: record.qr !== null && pick(fc.boolean) ? null : otherText(pick, record.qr) }),
  seal: (pick, record) => ({ ...record, seal: otherText(pick, record.seal) }),
}

const later = (pick: fc.GeneratorValue, at: Instant): Instant => instant(at + oneOf(pick, [1, -1, 1_000, 86_400_000]))

const headDamages: { readonly [F in keyof Omit<ChainHead, "id">]: (pick: fc.GeneratorValue, head: ChainHead) => ChainHead } = {
  organizationId: (_, head) => ({ ...head, organizationId: organizationId(sampleId()) }),
  orden: (pick, head) => ({ ...head, orden: head.orden + oneOf(pick, [-1, 1, 50]) }),
  huella: (pick, head) => ({ ...head, huella: otherText(pick, head.huella) }),
  seal: (pick, head) => ({ ...head, seal: otherText(pick, head.seal) }),
  nif: (pick, head) => ({ ...head, nif: otherText(pick, head.nif) }),
  numserie: (pick, head) => ({ ...head, numserie: otherText(pick, head.numserie) }),
  fecha: (_, head) => ({ ...head, fecha: day("2020-02-29") }),
  generado: (pick, head) => ({ ...head, generado: later(pick, head.generado) }),
}

/** Ways to change what an invoice's records state about it. */
const invoiceDamages: ReadonlyArray<(pick: fc.GeneratorValue, invoice: Invoice) => Invoice | undefined> = [
  (pick, invoice) => ({ ...invoice, serie: otherText(pick, invoice.serie) }),
  (pick, invoice) => ({ ...invoice, numero: oneOf(pick, [null, (invoice.numero ?? 0) + 1]) }),
  (_, invoice) => ({ ...invoice, fecha_emision: day("2020-02-29") }),
  (pick, invoice) => ({ ...invoice, total: cents(invoice.total + oneOf(pick, [1, -1, 100])) }),
  (pick, invoice) => ({ ...invoice, base_imponible: cents(invoice.base_imponible + oneOf(pick, [1, -1, 100])) }),
  (pick, invoice) => ({ ...invoice, cuota_iva: cents(invoice.cuota_iva + oneOf(pick, [1, -1, 100])) }),
  (pick, { issuer, ...invoice }) => ({ ...invoice, issuer: issuer === null ? null : { ...issuer, nif: oneOf(pick, [null, "B87654323"]) } }),
  (_, invoice) => ({ ...invoice, issuer: null }),
  (_, invoice) => ({ ...invoice, registry: null }),
  (pick, { registry, ...invoice }) => ({ ...invoice, registry: registry === null ? null : { ...registry, huella: otherText(pick, registry.huella) } }),
  (_, invoice) => ({ ...invoice, lifecycle: "draft" }),
  (_, invoice) => ({ ...invoice, lifecycle: invoice.lifecycle === "issued" ? "cancelled" : "issued" }),
  (pick, invoice) => relinked(invoice, (link) => ({ ...link, qr: otherText(pick, link.qr) })),
  (pick, invoice) => relinked(invoice, (link) => ({ ...link, registrada_en: later(pick, link.registrada_en) })),
  (_, invoice) => relinked(invoice, (link) => ({ ...link, lastRecord: sampleId() })),
  (pick, { issuer, ...invoice }) => ({ ...invoice, issuer: issuer === null ? null : { ...issuer, nombre: otherText(pick, issuer.nombre) } }),
  (pick, { recipient, ...invoice }) =>
    ({ ...invoice, recipient: recipient === null ? stranger : { ...recipient, nombre: otherText(pick, recipient.nombre) } }),
  (_, { recipient, ...invoice }) => ({ ...invoice, recipient: recipient === null ? stranger : null }),
  (pick, { lineas, ...invoice }) => ({ ...invoice, lineas: lineas.map((line, i) => (i === 0 ? { ...line, base: cents(line.base + oneOf(pick, [1, -1])) } : line)) }),
  (_, { lineas, ...invoice }) => ({ ...invoice, lineas: lineas.map((line) => ({ ...line, descripcion: `otra ${line.descripcion}` })) }),
  (pick, invoice) => movedToSurcharge(invoice, oneOf(pick, [1, -1, 100])),
  (_, { rates, ...invoice }) => ({ ...invoice, rates: rates.map((rate) => ({ ...rate, tipo_iva: decimal6(rate.tipo_iva + 1) })) }),
  (_, invoice) => ({ ...invoice, cuota_irpf: cents(invoice.cuota_irpf + 1), total: cents(invoice.total - 1) }),
  (_, { rectifica, ...invoice }) =>
    rectifica === null ? undefined : { ...invoice, rectifica: { ...rectifica, original: { ...rectifica.original, numserie: "otra" } } },
  (_, { sustituye, ...invoice }) => (sustituye.length === 0 ? undefined : { ...invoice, sustituye: sustituye.slice(1) }),
  () => undefined,
]

const relinked = ({ registry, ...invoice }: Invoice, change: (link: RegistryLink) => RegistryLink): Invoice =>
  ({ ...invoice, registry: registry === null ? null : change(registry) })

/**
 * Changes sums and rates alike, so that only the record shows it; unless the currency is so weak that it makes less than a
 * cent in EUR.
 */
const movedToSurcharge = ({ rates, ...invoice }: Invoice, amount: number): Invoice | undefined =>
  invoice.divisa !== "EUR" ? undefined : {
    ...invoice,
    cuota_iva: cents(invoice.cuota_iva - amount),
    cuota_recargo: cents(invoice.cuota_recargo + amount),
    rates: rates.map((rate, i) =>
      i === 0 ? { ...rate, cuota: cents(rate.cuota - amount), cuota_recargo: cents(rate.cuota_recargo + amount) } : rate),
  }

const stranger: Recipient = {
  id: sampleId(), nombre: "Otro", nif: "12345678Z", nif_iva: null, email: null, direccion: null, ciudad: null, cp: null,
  provincia: null, pais: "ES", idioma: null,
}

const without = <A>(list: ReadonlyArray<A>, one: A): ReadonlyArray<A> => list.filter((other) => other !== one)

const withInstead = <A>(list: ReadonlyArray<A>, one: A, by: A): ReadonlyArray<A> => list.map((other) => (other === one ? by : other))

const otherTime = "2026-11-20T10:00:00+01:00"

/** The text of another record in the same place. */
const redated = ({ cadena }: RegistryRecord): string =>
  cadena.replace(/(?<=&FechaHoraHusoGenRegistro=).*$/, otherTime)

describe("a registry as it was made", () => {
  it("is intact, whatever was invoiced, corrected and annulled", () =>
    holdsFor(anyKept, async (kept) => {
      const report = await checked(kept)
      assert.deepStrictEqual(report, { registros: kept.records.length, primer_error: null })
    }))
})

describe("any single change", () => {
  for (const [name, damage] of Object.entries(damages)) {
    it(`of a record's ${name} is found`, () =>
      holds(async (kept, pick) => {
        const record = oneOf(pick, kept.records)
        const changed = damage(pick, record)
        const report = await checked({ ...kept, records: withInstead(kept.records, record, changed) })
        const { clase } = report.primer_error ?? assert.fail("not found")
        // With another place or company, the record is missing from its own.
        if (name === "orden" || name === "organizationId") return
        assert.strictEqual(found(report), `${record.orden} edited`)
        assert.deepStrictEqual([clase, report.registros], ["edited", record.orden - 1])
      }))
  }

  for (const [name, damage] of Object.entries(headDamages)) {
    it(`of the head's ${name} is found`, () =>
      holds(async (kept, pick) => {
        const head = damage(pick, must(kept.head ?? undefined))
        assert.isNotNull((await checked({ ...kept, head })).primer_error)
      }))
  }

  it("of what an invoice's records state about it is found, and names the invoice", () =>
    holds(async (kept, pick) => {
      const invoice = oneOf(pick, kept.invoices.filter(({ registry }) => registry !== null))
      const damage = oneOf(pick, invoiceDamages)
      const changed = damage(pick, invoice)
      const others = without(kept.invoices, invoice)
      const report = await checked({ ...kept, invoices: changed === undefined ? others : [...others, changed] })
      const { factura_id } = report.primer_error ?? assert.fail(`not found: ${damage}`)
      assert.strictEqual(factura_id, invoice.id)
    }))
})

describe("whole records", () => {
  it("removed at the beginning, in the middle or at the end are missing", () =>
    holds(async (kept, pick) => {
      const record = oneOf(pick, kept.records)
      const report = await checked({ ...kept, records: without(kept.records, record) })
      assert.strictEqual(found(report), `${Math.min(record.orden + 1, kept.records.length)} missing`)
    }))

  it("cut off together with the head are missed by the invoice that has them", () =>
    holds(async (kept, pick) => {
      const altas = kept.records.filter(({ tipo }) => tipo === "alta")
      const { factura_id, orden } = oneOf(pick, altas)
      const records = kept.records.slice(0, orden - 1)
      const last = records.at(-1)
      const report = await checked({ ...kept, records, head: last === undefined ? null : headAfter(last) })
      // An invoice annulled beyond the cut may reveal it earlier.
      const { clase, factura_id: named } = report.primer_error ?? assert.fail("not found")
      assert.strictEqual(clase, "missing")
      const cut = altas.filter((alta) => alta.orden >= orden).map((alta) => alta.factura_id)
      assert.include(cut, named)
      assert.include(cut, factura_id)
    }))

  it("repeated are duplicated, in the same place or in another, whichever of the two is first", () =>
    holds(async (kept, pick) => {
      const record = oneOf(pick, kept.records)
      const orden = pick(fc.boolean) ? record.orden : kept.records.length + 1
      const id = pick(fc.boolean) ? "0".repeat(32) : "f".repeat(32)
      const report = await checked({ ...kept, records: [...kept.records, { ...record, id, orden }] })
      assert.deepInclude(report.primer_error, { orden, clase: "duplicated", factura_id: record.factura_id })
    }))

  it("that branch off from one on are a fork, whichever of the two is first", () =>
    holds(async (kept, pick) => {
      const record = oneOf(pick, kept.records)
      const cadena = redated(record)
      const stranger = { ...record, cadena, huella: hash(cadena) }
      const id = pick(fc.boolean) ? "0".repeat(32) : "f".repeat(32)
      const report = await checked({ ...kept, records: [...kept.records, { ...stranger, id }] })
      assert.strictEqual(found(report), `${record.orden} forked`)
    }))

  it("rewritten with text, fields and huella are found by their seal", () =>
    holds(async (kept, pick) => {
      const record = oneOf(pick, kept.records)
      const cadena = redated(record)
      const huella = hash(cadena)
      const campos = { ...record.campos, FechaHoraHusoGenRegistro: otherTime, Huella: huella }
      const forged = { ...record, cadena, huella, campos }
      const report = await checked({ ...kept, records: withInstead(kept.records, record, forged) })
      assert.strictEqual(found(report), `${record.orden} edited`)
    }))
})

describe("what is stored beside the chain", () => {
  it("shows that a tail was cut off together with its invoices, once it was sent", () =>
    holds(async (kept, pick) => {
      const { factura_id, organizationId: id } = must(kept.records[0])
      const records = kept.records.filter((record) => record.factura_id === factura_id && record.orden === 1)
      const isWhole = kept.records.length === records.length
      const invoices = kept.invoices.filter((invoice) => invoice.id === factura_id)
      const sent = kept.records.length
      const state = firstSubmission(id)
      const submission = pick(fc.boolean) ? { ...state, sentThrough: sent } : { ...state, answeredThrough: sent }
      const cut = { ...kept, records, invoices, head: headAfter(must(records[0])), submission }
      const report = await checked(isWhole ? { ...kept, submission } : cut)
      if (isWhole) assert.strictEqual(found(report), "intact")
      else if (report.primer_error?.factura_id === null) assert.strictEqual(found(report), "2 missing")
      // The invoice was annulled or replaced in the part cut off.
      else assert.strictEqual(found(report), "1 edited")
    }))

  it("says how many were sent and how many are left", async () => {
    const kept = must(companies.find(({ records }) => records.length > 1))
    const [first] = kept.records
    const told = async (sentThrough: number, left: Partial<Kept>) => {
      const submission = { ...firstSubmission(must(first).organizationId), sentThrough }
      return (await checked({ ...kept, ...left, submission })).primer_error?.mensaje
    }
    const none = { records: [], invoices: [], head: null }
    assert.strictEqual(await told(1, none), "Registros enviados a la AEAT: 1; guardados aquí: 0.")
    const all = kept.records.length
    assert.strictEqual(await told(all + 1, {}), `Registros enviados a la AEAT: ${all + 1}; guardados aquí: ${all}.`)
  })

  it("shows that the company is gone", () =>
    holds(async (kept) => {
      const { primer_error, registros } = await checked({ ...kept, organization: null })
      assert.strictEqual(primer_error?.clase, "missing")
      assert.strictEqual(registros, kept.records.length)
    }))
})

describe("a forger who renews the seals too", () => {
  it("is found by the text, the invoice or the head", () =>
    holds(async (kept, pick) => {
      const record = oneOf(pick, kept.records)
      const campos = { ...record.campos, FechaHoraHusoGenRegistro: otherTime }
      let seal: string | null = kept.records[record.orden - 2]?.seal ?? null
      const records = kept.records.map((one) => {
        if (one.orden < record.orden) return one
        const changed = one === record ? { ...one, campos } : one
        seal = sealOf(changed, seal)
        return { ...changed, seal }
      })
      const report = await checked({ ...kept, records, head: headAfter(must(records.at(-1))) })
      assert.strictEqual(found(report), `${record.orden} edited`)
    }))
})
