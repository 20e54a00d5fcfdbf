import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { notFound } from "../../core/refusals/refusal.ts"
import { listInvoiceRecords, listRecords } from "../../core/registry/readRecords.ts"
import { recordResource, RecordResource } from "../../core/registry/recordResource.ts"
import type { RecordVerdict } from "../../core/registry/RecordVerdict.ts"
import type { RegistryRecord } from "../../core/registry/RegistryRecord.ts"
import { id, issued, must, rowOf, withCustomer } from "../support/issuing.ts"
import { sampleId, sampleInvoice, sampleOrganizationId } from "../support/samples.ts"

const decision = issued(withCustomer)
const invoice = must(rowOf(decision, "invoice"))
const record: RegistryRecord = must(rowOf(decision, "registryRecord"))
const others = [2, 3].map((orden): RegistryRecord => ({ ...record, id: sampleId(), factura_id: "otra", orden }))
const unregistered = sampleInvoice(id, 9)

/** A company with three records, the first of which belongs to `invoice`. */
const books = Effect.gen(function*() {
  const snapshot = new Snapshot()
  for (const one of [invoice, unregistered]) snapshot.set("invoice", one)
  for (const one of [record, ...others]) snapshot.set("registryRecord", one)
  const storage = yield* Storage
  yield* storage.transact({ organizationIds: [id], keys: [] }, () =>
    Effect.succeed({ changes: snapshot.changes(), value: undefined }))
})

const request = { orden: "antiguo", limite: 2, after: null } as const

const scenario = (title: string, run: Effect.Effect<void, unknown, Storage>) =>
  it.effect(title, () => Effect.provide(Effect.zipRight(books, run), StorageMemory.layer))

/** The record as a company without a certificate shows it. */
const unsent = (one: RegistryRecord) => recordResource(one, undefined, { sendsRecords: false })

describe("a record as it is shown", () => {
  const resource: RecordResource = {
    id: record.id,
    factura_id: invoice.id,
    orden: 1,
    tipo: "alta",
    subsanacion: false,
    generado: "2026-03-02T12:00:00.000Z",
    huella: record.huella,
    huella_anterior: null,
    cadena: record.cadena,
    campos: record.campos,
    qr: record.qr,
    estado: "not_sent",
    csv: null,
    respuesta: null,
  }

  it("has every field of the record except its company, and says that it was not sent", () => {
    assert.deepStrictEqual(unsent(record), resource)
    assert.deepStrictEqual(recordResource(record, undefined, { sendsRecords: true }), { ...resource, estado: "pending" })
  })

  it("gives the tax authority's answer to it", () => {
    const verdict: RecordVerdict = {
      organizationId: id,
      id: record.id,
      factura_id: record.factura_id,
      orden: 1,
      estado: "accepted_with_errors",
      csv: "A-1234567890ABCD",
      codigo: 2001,
      descripcion: "El NIF no está censado",
      respuesta: { EstadoRegistro: "AceptadoConErrores" },
      recibido: record.generado,
    }
    const { csv, estado, respuesta } = verdict
    assert.deepStrictEqual(recordResource(record, verdict, { sendsRecords: false }), { ...resource, csv, estado, respuesta })
  })

  it("is exactly as its schema describes", () => {
    const is = Schema.is(RecordResource)
    const answered = { csv: "A-XYZ", respuesta: { EstadoRegistro: "Correcto", Linea: { Codigo: 1 } } }
    for (const estado of ["pending", "accepted", "accepted_with_errors", "rejected", "not_sent"]) {
      assert.isTrue(is({ ...resource, ...answered, estado }), estado)
    }
    assert.isTrue(is({ ...resource, tipo: "anulacion", huella_anterior: record.huella, qr: null }))
    for (const estado of ["", "sent"]) assert.isFalse(is({ ...resource, estado }))
    for (const tipo of ["", "otro"]) assert.isFalse(is({ ...resource, tipo }))
    assert.isFalse(is({ ...resource, orden: 1.5 }))
    assert.isFalse(is({}))
    assert.include(JSON.stringify(RecordResource.ast), "\"Registro\"")
  })
})

describe("the list of records", () => {
  scenario("is the chain of the company, page by page", Effect.gen(function*() {
    const first = yield* listRecords(id, request)
    assert.deepStrictEqual(first.datos, [record, ...others].slice(0, 2).map(unsent))
    assert.deepInclude(first, { total: 3, limite: 2 })
    const { datos, next } = yield* listRecords(id, { ...request, after: first.next })
    assert.deepStrictEqual([datos.map(({ orden }) => orden), next], [[3], null])
  }))

  scenario("may be narrowed to an invoice", Effect.gen(function*() {
    const page = yield* listRecords(id, request, { factura_id: "otra" })
    assert.deepStrictEqual(page.datos.map(({ orden }) => orden), [2, 3])
    assert.deepInclude(page, { total: 2, next: null })
  }))

  scenario("is empty in another company", Effect.gen(function*() {
    const { datos, total } = yield* listRecords(sampleOrganizationId(), request)
    assert.deepStrictEqual([datos, total], [[], 0])
  }))
})

describe("the records of an invoice", () => {
  scenario("are its own alone, and none where it has none", Effect.gen(function*() {
    const { datos, total } = yield* listInvoiceRecords(id, invoice.id, request)
    assert.deepStrictEqual([datos, total], [[unsent(record)], 1])
    assert.deepStrictEqual((yield* listInvoiceRecords(id, unregistered.id, request)).datos, [])
  }))

  scenario("are of an invoice of the company", Effect.gen(function*() {
    for (const [organizationId, invoiceId] of [[id, "otra"], [sampleOrganizationId(), invoice.id]] as const) {
      const refusal = yield* Effect.flip(listInvoiceRecords(organizationId, invoiceId, request))
      assert.deepStrictEqual(refusal, notFound("la factura"))
    }
  }))
})
