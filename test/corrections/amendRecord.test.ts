import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import * as fc from "fast-check"
import { emptyLedger, heldOf, stored } from "../../adapters/aeat/standIn/books/Ledger.ts"
import { matrixError } from "../../adapters/aeat/standIn/books/matrixError.ts"
import { key } from "../../core/commit/tables.ts"
import { AmendmentInput, amendRecord } from "../../core/corrections/amendRecord.ts"
import { annulInvoice } from "../../core/corrections/annulInvoice.ts"
import { rectifyInvoice } from "../../core/corrections/rectifyInvoice.ts"
import { draftInvoice } from "../../core/drafts/draftInvoice.ts"
import { inputDecoder } from "../../core/fields/inputDecoder.ts"
import type { Invoice, RegistryLink } from "../../core/invoices/Invoice.ts"
import type { Organization } from "../../core/organizations/Organization.ts"
import { conflict, invalidField, notFound } from "../../core/refusals/refusal.ts"
import { verifyChain } from "../../core/registry/chain.ts"
import type { RecordingTerms } from "../../core/registry/RecordingTerms.ts"
import type { RecordVerdict } from "../../core/registry/RecordVerdict.ts"
import type { RecordFields, RegistryRecord } from "../../core/registry/RegistryRecord.ts"
import { noteVerdicts } from "../../core/submission/noteVerdicts.ts"
import { schemaFolder } from "../registry/aeatSchemas.ts"
import { aeatErrors } from "../registry/aeatValidations.ts"
import { recordSchemaFaults } from "../registry/recordSchemaFaults.ts"
import { Books } from "../support/Books.ts"
import { noon, whyNot } from "../support/decideOn.ts"
import { customer, id, line, must } from "../support/issuing.ts"
import { invoiceInput, liveTerms, sampleOrganization } from "../support/samples.ts"
import { checked, found, keptOf } from "../verification/keptRegistry.ts"

type Said = Pick<RecordVerdict, "estado" | "codigo">

const accepted: Said = { estado: "accepted", codigo: null }
const withErrors: Said = { estado: "accepted_with_errors", codigo: 2000 }
const refused: Said = { estado: "rejected", codigo: 1244 }
const unknown: Said = { estado: "rejected", codigo: 3002 }

/** A company with one issued invoice, and the tax authority's verdict on each record, as the test states it. */
const scene = (organization: Partial<Organization> = {}, lineas: ReadonlyArray<object> = [line], contact = customer) => {
  const books = new Books(sampleOrganization(id, organization), contact)
  const { id: invoiceId } = must(books.invoiced({ lineas }))
  const invoice = (): Invoice => must(books.invoices.find((one) => one.id === invoiceId))
  const last = (): RegistryRecord => must(books.records.at(-1))
  const sayOf = ({ factura_id, id: recordId, orden }: RegistryRecord, said: Said) => {
    const unsaid = { csv: null, descripcion: null, respuesta: {}, recibido: noon }
    const verdict = { organizationId: id, id: recordId, factura_id, orden, ...unsaid, ...said }
    Either.getOrThrow(books.carryOut(noteVerdicts(id, [verdict], 60, { through: orden, alone: false })))
  }
  const amend = (terms: RecordingTerms = liveTerms, input: AmendmentInput = {}) => books.carryOut(amendRecord(id, invoiceId, input, terms))
  return {
    books,
    invoice,
    last,
    amend,
    amended: (input?: AmendmentInput) => Either.getOrThrow(amend(liveTerms, input)),
    sayOf,
    /** The verdict on the last record. */
    say: (said: Said) => sayOf(last(), said),
    annul: () => void Either.getOrThrow(books.carryOut(annulInvoice(id, invoiceId, { motivo: "x" }, liveTerms))),
    /** Why the record cannot be made again. */
    refusal: (terms?: RecordingTerms, input?: AmendmentInput) =>
      Either.match(amend(terms, input), {
        onLeft: (refusal) => (refusal._tag === "Conflict" ? refusal.motivo : refusal._tag),
        onRight: () => "amended",
      }),
  }
}

/** The marks that tell AEAT what the record is to replace. */
const marks = ({ campos }: RegistryRecord): RecordFields =>
  Object.fromEntries(["Subsanacion", "RechazoPrevio", "SinRegistroPrevio"].flatMap((name) => {
    const value = campos[name]
    return value === undefined ? [] : [[name, value]]
  }))

describe("an alta made again", () => {
  it("says that AEAT holds none, if the first was refused", () => {
    const { amended, last, say } = scene()
    say(refused)
    amended()
    assert.deepStrictEqual(marks(last()), { Subsanacion: "S", RechazoPrevio: "X" })
    say(refused)
    amended()
    assert.deepStrictEqual(marks(last()), { Subsanacion: "S", RechazoPrevio: "X" }, "still none")
  })

  it("replaces one accepted with errors, and says so if a later one was refused", () => {
    const { amended, last, say } = scene()
    say(withErrors)
    amended()
    assert.deepStrictEqual(marks(last()), { Subsanacion: "S" })
    say(refused)
    amended()
    assert.deepStrictEqual(marks(last()), { Subsanacion: "S", RechazoPrevio: "S" })
    say(withErrors)
    amended()
    assert.deepStrictEqual(marks(last()), { Subsanacion: "S" })
  })

  it("counts as a first one again where AEAT says that it holds none", () => {
    const { amended, last, say } = scene()
    say(withErrors)
    amended()
    say(unknown)
    amended()
    assert.deepStrictEqual(marks(last()), { Subsanacion: "S", RechazoPrevio: "X" })
  })

  it("states the invoice as it was issued, as another link of the chain", () => {
    const { amended, books, invoice, last, say } = scene()
    const [first] = books.records
    say(refused)
    const { events, result: shown } = amended()
    const result = last()
    assert.deepInclude(shown, { id: result.id, estado: "not_sent", huella: result.huella })
    const { Encadenamiento: _, FechaHoraHusoGenRegistro: __, Huella: ___, RechazoPrevio: ____, Subsanacion: _____, ...same } = result.campos
    for (const [name, field] of Object.entries(same)) assert.deepStrictEqual(field, must(first).campos[name], name)
    assert.deepInclude(result, { orden: 2, tipo: "alta", subsanacion: true, huella_anterior: must(first).huella, qr: must(first).qr })
    const { huella, lastRecord, qr, aeat, held, registrada_en } = must(invoice().registry ?? undefined)
    assert.deepStrictEqual(
      { huella, lastRecord, qr, aeat, held, registrada_en },
      { huella: result.huella, lastRecord: result.id, qr: result.qr ?? "", aeat: null, held: false, registrada_en: result.generado },
    )
    assert.isUndefined(verifyChain(() => books.records))
    assert.deepStrictEqual(events, [])
  })

  it("is sent to AEAT at once where records are sent", () => {
    const sent = scene({ sendsRecords: true })
    sent.say(refused)
    assert.deepStrictEqual(sent.amended().jobs?.map(({ kind }) => kind), ["registry"])
    const kept = scene()
    kept.say(refused)
    assert.deepStrictEqual(kept.amended().jobs, [])
  })
})

describe("an annulment made again", () => {
  it("repeats a refused one", () => {
    const { amended, annul, last, say } = scene()
    say(accepted)
    annul()
    assert.deepStrictEqual(marks(last()), {})
    say(refused)
    amended()
    assert.deepStrictEqual(marks(last()), { RechazoPrevio: "S" })
    assert.deepInclude(last(), { tipo: "anulacion", subsanacion: false, orden: 3 })
  })

  it("replaces one accepted with errors", () => {
    const { amended, annul, last, say } = scene()
    say(accepted)
    annul()
    say(withErrors)
    amended()
    assert.deepStrictEqual(marks(last()), {})
  })

  it("says when AEAT never had the invoice", () => {
    const early = scene()
    early.annul()
    early.say(unknown)
    early.amended()
    assert.deepStrictEqual(marks(early.last()), { SinRegistroPrevio: "S" }, "annulled before AEAT had answered")
    const late = scene()
    late.say(refused)
    late.annul()
    assert.deepStrictEqual(marks(late.last()), { SinRegistroPrevio: "S" })
    late.say(refused)
    late.amended()
    assert.deepStrictEqual(marks(late.last()), { SinRegistroPrevio: "S", RechazoPrevio: "S" })
  })

  it("leaves the invoice with the huella of its alta", () => {
    const { amended, annul, invoice, last, say } = scene()
    const { huella, qr } = must(invoice().registry ?? undefined)
    annul()
    say(refused)
    amended()
    assert.deepInclude(invoice().registry, { huella, qr, lastRecord: last().id })
  })

  it("is possible whatever AEAT's objection, since nothing rectifies an annulment", () => {
    const { annul, refusal, say } = scene()
    say(accepted)
    annul()
    say({ estado: "rejected", codigo: 1109 })
    assert.strictEqual(refusal(), "amended")
  })
})

describe("a recipient missing from AEAT's census", () => {
  const missing: Said = { estado: "rejected", codigo: 1110 }
  const notInCensus = { destinatario_no_censado: true }
  const recipient = ({ campos }: RegistryRecord) => campos["Destinatarios"]
  const named = (identity: RecordFields) => ({ IDDestinatario: [{ NombreRazon: customer.nombre, ...identity }] })
  const person = { ...customer, nif: "X1234567L" }

  it("is stated as not in the census if the client vouches for the NIF, and by the NIF again once it is", async () => {
    const { amend, amended, books, last, refusal, say } = scene({}, [line], person)
    say(missing)
    assert.strictEqual(refusal(), "requiere_rectificativa")
    amended(notInCensus)
    assert.deepStrictEqual(recipient(last()), named({ IDOtro: { CodigoPais: "ES", IDType: "07", ID: "X1234567L" } }))
    assert.deepStrictEqual(marks(last()), { Subsanacion: "S", RechazoPrevio: "X" })
    assert.deepStrictEqual(aeatErrors(last().campos, "alta", "2026-03-02", { nif: "B12345674" }), [])
    assert.strictEqual(found(await checked(keptOf(books))), "intact")

    say({ estado: "accepted_with_errors", codigo: 2001 })
    const motivo = "solo cuando la AEAT rechazó el alta porque el censo no tiene al destinatario"
    const saidAlready = Either.left(invalidField("destinatario_no_censado", motivo))
    assert.deepStrictEqual(amend(liveTerms, notInCensus), saidAlready, "it says so already")
    amended()
    assert.deepStrictEqual(recipient(last()), named({ NIF: "X1234567L" }))
    assert.deepStrictEqual(marks(last()), { Subsanacion: "S" })
    assert.strictEqual(found(await checked(keptOf(books))), "intact")
  })

  it("must be a natural person whom AEAT missed", () => {
    const company = scene({}, [line], { ...customer, nif: "A58818501" })
    company.say(missing)
    const ofNobody = invalidField("destinatario_no_censado", "el NIF debe ser el de una persona física")
    assert.deepStrictEqual(company.amend(liveTerms, notInCensus), Either.left(ofNobody))
    for (const said of [accepted, refused, { estado: "rejected", codigo: 3000 } as const]) {
      const other = scene({}, [line], person)
      other.say(said)
      assert.strictEqual(other.refusal(liveTerms, notInCensus), "InvalidInput")
    }
    const annulled = scene({}, [line], person)
    annulled.annul()
    annulled.say(missing)
    assert.strictEqual(annulled.refusal(liveTerms, notInCensus), "InvalidInput", "an annulment names nobody")
  })

  it("is vouched for by true, false or null", () => {
    const decode = inputDecoder(AmendmentInput)
    for (const told of [{}, { destinatario_no_censado: null }, { destinatario_no_censado: false }, notInCensus]) {
      assert.deepStrictEqual(decode(told), Either.right(told))
    }
    assert.deepStrictEqual(whyNot(decode({ destinatario_no_censado: "sí" })), ["destinatario_no_censado"])
    assert.deepStrictEqual(whyNot(decode({ otro: true })), ["otro"])
  })
})

describe("a record made again after the company has changed", () => {
  const become = (books: Books, given: Partial<Organization>) =>
    Either.getOrThrow(books.carryOut({
      organizationId: id,
      reads: () => [key("organization", id, id)],
      decide: () =>
        Either.right({ result: undefined, rows: [{ table: "organization", row: { ...books.organization, ...given } }], events: [] }),
    }))

  it("states the invoice as it was issued: its territory and the tax charged", () => {
    const { amended, books, last, say } = scene()
    const before = last().campos["Desglose"]
    say(refused)
    become(books, { region_fiscal: "canarias", regimen_igic: "repep" })
    amended()
    assert.deepStrictEqual(last().campos["Desglose"], before)
    assert.strictEqual(last().campos["FechaHoraHusoGenRegistro"], "2026-03-02T12:00:00+00:00", "dated where the company is")
  })

  it("states the tax charged where the company is a small business of the Canary Islands now", () => {
    const lines = [{ ...line, tipo_iva: 7 }, { ...line, tipo_iva: 0 }]
    const { amended, books, last, say } = scene({ region_fiscal: "canarias", regimen_igic: "general" }, lines)
    const before = last().campos["Desglose"]
    say(refused)
    become(books, { regimen_igic: "repep" })
    amended()
    assert.deepStrictEqual(last().campos["Desglose"], before)
  })

  it("states the present regime where a wrong one was accepted, and is refused if it would say the same again", () => {
    const neighbour = { ...customer, cp: "35001" }
    const general = { region_fiscal: "canarias", regimen_igic: "general" } as const
    const { amended, books, last, refusal, say } = scene(general, [{ ...line, clase: "goods", tipo_iva: 0 }], neighbour)
    say(accepted)
    assert.strictEqual(refusal(), "nada_que_subsanar")
    become(books, { regimen_igic: "minorista" })
    amended()
    assert.deepNestedInclude(last().campos, { "Desglose.DetalleDesglose[0].ClaveRegimen": "17", Subsanacion: "S" })
    assert.notProperty(last().campos, "RechazoPrevio")
    say(accepted)
    assert.strictEqual(refusal(), "nada_que_subsanar")
  })

  it("states the surcharge regime under which the tax was charged", () => {
    const { amended, books, last, refusal, say } = scene({}, [{ ...line, clase: "goods" }])
    const before = last().campos["Desglose"]
    say(refused)
    become(books, { recargo_equivalencia: true })
    amended()
    assert.deepStrictEqual(last().campos["Desglose"], before)
    say(accepted)
    assert.strictEqual(refusal(), "nada_que_subsanar")
  })

  it("states the regime at issue if the company has left the territory, or if the invoice states differences from another", () => {
    const neighbour = { ...customer, cp: "35001" }
    const small = { region_fiscal: "canarias", regimen_igic: "repep" } as const
    const untaxed = [{ ...line, tipo_iva: 0 }]
    const moved = scene(small, untaxed, neighbour)
    const before = moved.last().campos["Desglose"]
    assert.include(JSON.stringify(before), "E7")
    moved.say(refused)
    become(moved.books, { region_fiscal: "peninsula", regimen_igic: "general" })
    moved.amended()
    assert.deepStrictEqual(moved.last().campos["Desglose"], before)

    const { books, invoice, last, sayOf } = scene({ ...small, regimen_igic: "general" }, untaxed, neighbour)
    become(books, { regimen_igic: "repep" })
    const back = must(books.issued(rectifyInvoice(id, invoice().id, { motivo: "x" })))
    const stated = last().campos["Desglose"]
    assert.include(JSON.stringify(stated), "E1")
    sayOf(last(), refused)
    Either.getOrThrow(books.carryOut(amendRecord(id, back.id, {}, liveTerms)))
    assert.deepStrictEqual(last().campos["Desglose"], stated)
  })

  it("and its rectification state the same", () => {
    const neighbour = { ...customer, cp: "35001" }
    const { amended, books, invoice, last, say } = scene({ region_fiscal: "canarias", regimen_igic: "general" }, [{ ...line, tipo_iva: 0 }], neighbour)
    say(refused)
    become(books, { regimen_igic: "repep" })
    amended()
    const mended = JSON.stringify(last().campos["Desglose"])
    assert.include(mended, "E7")
    become(books, { regimen_igic: "general" })
    must(books.issued(rectifyInvoice(id, invoice().id, { motivo: "x" })))
    assert.strictEqual(JSON.stringify(last().campos["Desglose"]).replaceAll("\"-", "\""), mended)
  })

  it("states under the present regime what was exempt under a wrong one", () => {
    const neighbour = { ...customer, cp: "35001" }
    const { amended, books, last, say } = scene({ region_fiscal: "canarias", regimen_igic: "general" }, [{ ...line, tipo_iva: 0 }], neighbour)
    assert.deepNestedInclude(last().campos, { "Desglose.DetalleDesglose[0].OperacionExenta": "E1" })
    say(refused)
    become(books, { regimen_igic: "repep" })
    amended()
    assert.deepNestedInclude(last().campos, {
      "Desglose.DetalleDesglose[0].OperacionExenta": "E7",
      "Desglose.DetalleDesglose[0].ClaveRegimen": "18",
    })
    assert.deepStrictEqual(aeatErrors(last().campos, "alta", "2026-03-02", { nif: "B12345674" }), [])
  })
})

describe("no record is made again", () => {
  it("before AEAT has answered, or if nothing is wrong", () => {
    const { amend, say } = scene()
    const pending = conflict("registro_pendiente", "La AEAT todavía no ha contestado al último registro de la factura.")
    assert.deepStrictEqual(amend(), Either.left(pending))
    say(accepted)
    const nothing = "El último registro de la factura está aceptado y no hay nada que subsanar."
    assert.deepStrictEqual(amend(), Either.left(conflict("nada_que_subsanar", nothing)))
    const late = scene()
    late.say({ estado: "accepted_with_errors", codigo: 2004 })
    assert.strictEqual(late.refusal(), "nada_que_subsanar")
    const twice = scene()
    twice.say(refused)
    twice.amended()
    assert.strictEqual(twice.refusal(), "registro_pendiente")
    const annulled = scene()
    annulled.say(accepted)
    annulled.annul()
    annulled.say(accepted)
    assert.deepStrictEqual(annulled.amend(), Either.left(conflict("nada_que_subsanar", nothing)))
    const repeated = scene()
    repeated.annul()
    repeated.say(refused)
    repeated.amended()
    repeated.say(accepted)
    assert.strictEqual(repeated.refusal(), "nada_que_subsanar")
  })

  it("where the invoice is at fault, its number is taken, or the matter has to be settled with AEAT", () => {
    const rectify = "El error es de la factura, no de su registro:"
      + " emita una factura rectificativa (POST /facturas/{id}/rectificar)."
    const annul = "La AEAT ya tiene otra factura con ese número: anule esta (POST /facturas/{id}/anular) y emita una nueva."
    const ask = "El registro solo puede corregirse ante la AEAT: compruebe quién puede modificarlo."
    const refusals = [
      [1109, conflict("requiere_rectificativa", rectify)],
      [3000, conflict("requiere_anulacion", annul)],
      [3003, conflict("requiere_gestion", ask)],
    ] as const
    for (const [codigo, refusal] of refusals) {
      const { amend, say } = scene()
      say({ estado: "rejected", codigo })
      assert.deepStrictEqual(amend(), Either.left(refusal))
    }
  })

  it("of an annulment where AEAT has another invoice of that number, nor is a second annulment asked for", () => {
    const { amend, annul, refusal, say } = scene()
    say({ estado: "rejected", codigo: 3000 })
    assert.strictEqual(refusal(), "requiere_anulacion")
    annul()
    say({ estado: "rejected", codigo: 3000 })
    assert.deepStrictEqual(
      amend(),
      Either.left(conflict("nada_que_subsanar", "La AEAT tiene otra factura con ese número, y esta ya está anulada: no hay nada que subsanar.")),
    )
  })

  it("of an annulment that has to be settled with AEAT", () => {
    const { annul, refusal, say } = scene()
    say(accepted)
    annul()
    say({ estado: "rejected", codigo: 3003 })
    assert.strictEqual(refusal(), "requiere_gestion")
  })

  it("of an invoice that AEAT's rules no longer allow, which is refused by its fields", () => {
    const { amend, books, invoice, say } = scene()
    say(refused)
    const row = { ...invoice(), recipient: { ...must(invoice().recipient ?? undefined), nif: null } }
    Either.getOrThrow(books.carryOut({
      organizationId: id,
      reads: () => [],
      decide: () => Either.right({ result: undefined, rows: [{ table: "invoice", row }], events: [] }),
    }))
    const unnamed = invalidField("contacto.nif", "el destinatario debe tener NIF o identificación de su país")
    assert.deepStrictEqual(amend(), Either.left(unnamed))
  })

  it("under a test key, nor of a document without a record", () => {
    const { amend, books, say } = scene()
    say(refused)
    const testTerms = { ...liveTerms, modo: "test" } as const
    const liveOnly = conflict("factura_registrada", "Un registro solo se subsana con una clave real.")
    assert.deepStrictEqual(amend(testTerms), Either.left(liveOnly))
    const amendOther = (document: string) => books.carryOut(amendRecord(id, document, {}, liveTerms))
    const drafted = (body: object) => Either.getOrThrow(books.carryOut(draftInvoice(id, invoiceInput(body)))).result.id
    assert.deepStrictEqual(
      amendOther(drafted({ lineas: [line] })),
      Either.left(conflict("factura_en_borrador", "La factura es un borrador: no tiene registro que subsanar.")),
    )
    const quote = drafted({ lineas: [line], tipo_documento: "quote" })
    const noInvoice = conflict("no_es_factura", "Solo las facturas tienen registro.")
    assert.deepStrictEqual(amendOther(quote), Either.left(noInvoice))
    const unregistered = must(books.invoiced({ lineas: [line] }, testTerms))
    const noRecord = conflict("factura_sin_registro", "La factura no tiene registro que subsanar.")
    assert.deepStrictEqual(amendOther(unregistered.id), Either.left(noRecord))
    assert.deepStrictEqual(amendOther("nada"), Either.left(notFound("la factura")))
  })
})

describe("whatever the tax authority answers, and whenever", () => {
  /** How AEAT treats a record that it could accept. */
  const whims = ["takes", "takes with errors", "refuses"] as const

  /** AEAT's side: judges records by the stand-in's table of what it holds. */
  const authority = () => {
    let ledger = emptyLedger
    return (record: RegistryRecord, whim: (typeof whims)[number]): Said => {
      const codigo = matrixError(record, heldOf(ledger, record), false)
      if (codigo !== undefined) return { estado: "rejected", codigo }
      if (whim === "refuses") return refused
      const said = whim === "takes" ? accepted : withErrors
      ledger = stored(ledger, { codigo: said.codigo, peticion: "1", at: noon, record })
      return said
    }
  }

  it("fits what AEAT holds, except for an annulment made before its invoice was refused, and that only once", () => {
    const step = fc.constantFrom("amend" as const, "annul" as const, ...whims)
    fc.assert(fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
      const { amend, annul, books, invoice, sayOf } = scene()
      const judge = authority()
      let answered = 0
      let early = Number.POSITIVE_INFINITY
      for (const one of steps) {
        if (one === "amend") amend()
        else if (one === "annul") {
          if (invoice().lifecycle !== "issued") continue
          annul()
          if (answered < books.records.length - 1) early = books.records.length
        } else {
          const record = books.records[answered]
          if (record === undefined) continue
          const said = judge(record, one)
          answered += 1
          if (said.codigo === 3000 || said.codigo === 3002) {
            assert.deepStrictEqual([said.codigo, record.tipo, record.orden], [3002, "anulacion", early])
          }
          sayOf(record, said)
        }
      }
      assert.isUndefined(verifyChain(() => books.records))
    }), { numRuns: 1_500 })
  })
})

describe("all records made again", () => {
  /** A company whose chain has one of every kind. */
  const everyKind = () => {
    const one = scene()
    for (const said of [refused, refused, withErrors, refused, withErrors]) {
      one.say(said)
      one.amended()
    }
    one.say(accepted)
    one.annul()
    one.say(refused)
    one.amended()
    one.say(unknown)
    one.amended()
    one.say(refused)
    one.amended()
    return one.books
  }

  it("are accepted by AEAT's rules and leave the registry intact", async () => {
    const books = everyKind()
    for (const { campos, tipo } of books.records) {
      assert.deepStrictEqual(aeatErrors(campos, tipo, "2026-03-02", { nif: "B12345674" }), [])
    }
    assert.strictEqual(found(await checked(keptOf(books))), "intact")
  })

  it("leave a registry whose check notices an invoice that names an earlier record again", async () => {
    const { amended, annul, books, invoice, say } = scene()
    const first = must(invoice().registry ?? undefined)
    say(withErrors)
    amended()
    const backTo = async (link: Partial<RegistryLink>) => {
      const invoices = [{ ...invoice(), registry: { ...must(invoice().registry ?? undefined), ...link } }]
      return found(await checked({ ...keptOf(books), invoices }))
    }
    assert.strictEqual(await backTo(first), "2 edited")
    annul()
    assert.strictEqual(await backTo({}), "intact")
    const { huella, qr, registrada_en } = first
    assert.strictEqual(await backTo({ huella, qr, registrada_en }), "2 edited")
    assert.strictEqual(await backTo({ lastRecord: must(books.records[0]).id }), "1 edited")
  })

  it.skipIf(schemaFolder === undefined)("are valid by the official schema", async () => {
    assert.deepStrictEqual((await recordSchemaFaults(everyKind().records.map(({ campos }) => campos))).flat(), [])
  })
})
