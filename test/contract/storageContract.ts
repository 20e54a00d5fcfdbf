import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, type Layer, Option } from "effect"
import { instant } from "../../core/calendar/instant.ts"
import { firstHead } from "../../core/commit/CompanyHead.ts"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import {
  key,
  type RowSet,
  type StoredTableName,
  tableNames,
  type Tables,
} from "../../core/commit/tables.ts"
import { type OrganizationId, organizationId } from "../../core/identifiers/organizationId.ts"
import type { InvoiceStatus } from "../../core/invoices/status.ts"
import { cents } from "../../core/money/cents.ts"
import { decimal6, decimal8 } from "../../core/money/decimal.ts"
import type { ListOrder } from "../../core/pagination/listOrder.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { firstSubmission } from "../../core/submission/SubmissionState.ts"
import {
  day,
  sampleContact,
  sampleDeal,
  sampleExpense,
  samplePurchaseOrder,
  sampleSubscription,
  sampleId,
  sampleInvoice,
  sampleDonation,
  sampleMember,
  sampleOrganization,
  sampleOrganizationId,
  sampleProduct,
  sampleStore,
} from "../support/samples.ts"
import { listedRowScenarios } from "./storageListedRows.ts"
import { listScenarios } from "./storageLists.ts"
import { queueingScenarios, registryScenarios } from "./storageReads.ts"

const nothing = new Snapshot().changes()

/** Writes new rows in one transaction of their company. */
const insert = (organizationId: OrganizationId, rows: RowSet) => write(organizationId, rows, {})

/** Replaces `before` by `after`, row by row. Rows that stand in `before` alone are removed. */
const write = (organizationId: OrganizationId, after: RowSet, before: RowSet) =>
  Effect.gen(function*() {
    const storage = yield* Storage
    const snapshot = new Snapshot()
    const put = <T extends StoredTableName>(table: T) => {
      const olds: ReadonlyArray<Tables[T]> = before[table] ?? []
      const news: ReadonlyArray<Tables[T]> = after[table] ?? []
      snapshot.add(olds.map(({ id }) => key(table, organizationId, id)), { [table]: olds })
      for (const row of olds) snapshot.remove({ table, organizationId, id: row.id })
      for (const row of news) snapshot.set(table, row)
    }
    for (const table of tableNames) put(table)
    yield* storage.transact({ organizationIds: [organizationId], keys: [] }, () =>
      Effect.succeed({ changes: snapshot.changes(), value: undefined }))
  })

/** A company of its own for each test, so that tests share no rows. */
const newCompany = Effect.gen(function*() {
  const id = sampleOrganizationId()
  yield* insert(id, { organization: [sampleOrganization(id)], head: [firstHead(id)] })
  return id
})

/** What every Storage promises (core/ports/Storage.ts), whichever adapter keeps the data. `except` names scenarios to skip. */
export const storageContract = (name: string, layer: Layer.Layer<Storage>, except: ReadonlyArray<string> = []): void => {
  describe(`Storage: ${name}`, () => {
    const scenario = (title: string, run: Effect.Effect<void, unknown, Storage>) =>
      it.live.skipIf(except.includes(title))(title, () => Effect.provide(run, layer))

    scenario("gives back every row exactly as it was written", Effect.gen(function*() {
      const storage = yield* Storage
      const id = yield* newCompany
      const contact = sampleContact(id, 1)
      const reference = { factura_id: sampleId(), nif: "B12345674", numserie: "S-1", fecha: day("2026-02-27"), operacion: null }
      const invoice = sampleInvoice(id, 2, {
        contacto_id: contact.id,
        recipient: {
          id: contact.id, nombre: "Ωmega Łódź \u{1F9FE}", nif: null, nif_iva: "FR12345678901", email: null, direccion: "c/ «1»",
          ciudad: null, cp: null, provincia: null, pais: "FR", idioma: null,
        },
        fecha_vencimiento: day("2026-02-28"),
        lineas: sampleInvoice(id, 2).lineas.map((line) =>
          ({ ...line, precio_con_iva: decimal8(12_100_000_000n), precio_de_producto: decimal8(1n) })),
        registry: {
          huella: "A".repeat(64), registrada_en: instant(1_763_600_000_999), qr: "https://example.org/?a=1&b=2", aeat: "«Rechazado»",
          lastRecord: reference.factura_id, held: false, regimes: { regimen_igic: "repep", recargo_equivalencia: true },
        },
        emitida: instant(1_763_600_000_001),
        rectifica: {
          original: { ...reference, simplificada: true },
          metodo: "sustitucion",
          motivo: "«Precio» {mal}",
          causa: "R3",
          sustituido: { base: cents(99_999_999_999_999), cuota: cents(-1), cuota_recargo: cents(0) },
          afterExchange: true,
        },
        sustituye: [reference, { ...reference, numserie: "S-2", operacion: day("2024-12-31") }],
        motivo_anulacion: "Nunca debió existir",
        tipo_cambio: decimal6(1_234_567),
        total: cents(-99_999_999_999_999),
      })
      const placed = { creado: instant(1_763_600_000_123), createdSequence: 5, modifiedSequence: 6 }
      const rows: RowSet = {
        product: [sampleProduct(id, 4)],
        productSku: [{ organizationId: id, id: "SKU: ñ/1 %", producto_id: sampleId() }],
        expense: [sampleExpense(id, 4)],
        store: [sampleStore(id, 4, { estado: "paused" })],
        storeOrder: [{ organizationId: id, id: `${sampleId()} Nº 7/ñ %`, factura_id: sampleId() }],
        deal: [sampleDeal(id, 4, { contacto_id: sampleId(), estado: "lost", motivo: "«Caro»", importe: cents(99_999_999_999_999) })],
        purchaseOrder: [samplePurchaseOrder(id, 4), samplePurchaseOrder(id, 7, { notas: "«n»", estado: "received" })],
        member: [sampleMember(id, 4, { numero: 999_999_999, baja: day("2025-02-28") })],
        memberNumber: [{ organizationId: id, id: "999999999", socio_id: sampleId() }],
        memberBook: [{ organizationId: id, id, last: 999_999_999 }],
        donation: [
          sampleDonation(id, 4, { importe: cents(99_999_999_999_999), socio_id: sampleId(), anonimo: true }),
          sampleDonation(id, 5, { contacto_id: sampleId(), forma_pago: null }),
        ],
        subscription: [sampleSubscription(id, 6, { por_emitir: sampleId() })],
        payment: [{
          ...placed, organizationId: id, id: sampleId(), factura_id: invoice.id, importe: cents(99_999_999_999_999),
          fecha: day("2026-03-01"), forma_pago: "direct_debit", referencia: "«r»", notas: null,
        }],
        webhook: [{
          ...placed, organizationId: id, id: sampleId(), url: "https://example.org/?a=1", sucesos: ["*"], descripcion: null,
          modo_aviso: "token", activo: false, fallos_seguidos: 15, onSequence: 4, offSequence: 6, sealedSecret: "v1.a_b",
          formerSucesos: [{ sucesos: ["invoice.paid", "contact.created"], until: 3 }, { sucesos: [], until: 5 }],
          previousSecret: { sealed: "v1.c", until: instant(1_763_600_000_999) },
        }],
        webhookCount: [{ organizationId: id, id, count: 3 }],
        delivery: [{
          ...placed, organizationId: id, id: sampleId(), webhook_id: sampleId(), suceso: "webhook.test", estado: "abandoned",
          intentos: 7, proximo_intento: null, ultimo_codigo: 503, ultimo_error: "no", roundStart: 1,
          settled: instant(1_763_600_000_999), cuerpo: "{\"a\":  1}",
        }],
        outgoingMail: [{
          organizationId: id, id: sampleId(), factura_id: invoice.id, para: ["a@b.es", "«c»@d.es"], reached: ["e@f.es"],
          refused: ["g,h@i.es", "j@k.es"], asunto: "Factura",
          mensaje: "línea\notra", estado: "pending", intentos: 0, proximo_intento: instant(5), ultimo_error: null,
          settled: null, creado: instant(6),
        }, {
          organizationId: id, id: sampleId(), factura_id: invoice.id, para: [], reached: [], refused: [], asunto: "", mensaje: "", estado: "failed",
          intentos: 7, proximo_intento: null, ultimo_error: "«no»", settled: instant(1_763_600_000_999), creado: instant(6),
        }],
        contact: [contact],
        invoice: [invoice],
        logo: [{
          organizationId: id, id: "a".repeat(64), tipo: "png" as const, ancho: 3, alto: 1,
          contenido: Uint8Array.from([0, 255, 92, 120, 10]), creado: instant(5),
        }],
        letterhead: [{
          organizationId: id, id,
          logos: [
            { desde: instant(5), logo: { id: "a".repeat(64), tipo: "png" as const, ancho: 3, alto: 1 } },
            { desde: instant(6), logo: null },
          ],
        }],
        accessKey: [{
          organizationId: id, id: sampleId(), fingerprint: sampleId() + sampleId(), modo: "live" as const,
          scopes: ["invoices:read" as const, "contacts:write" as const], nombre: null, creada: instant(5), revocada: null,
          ultimo_uso: instant(1_763_600_000_000),
        }],
        series: [{
          organizationId: id, id: "invoice:A/b.c_d-1", tipo_documento: "invoice" as const, serie: "A/b.c_d-1",
          tipo: "rectificative" as const, last: 4_000_000_000, holdsLive: true, holdsFull: false, holdsSimplified: true,
        }],
        chainHead: [{
          organizationId: id, id, orden: 7, huella: "B".repeat(64), seal: "D".repeat(64), nif: "B12345674", numserie: "A-7",
          fecha: day("2026-12-31"), generado: instant(1_763_600_000_123),
        }],
        registryRecord: [{
          organizationId: id, id: sampleId(), factura_id: invoice.id, orden: 1, tipo: "alta" as const, subsanacion: false,
          generado: instant(1_763_600_000_123), huella: "C".repeat(64), huella_anterior: null, cadena: "a=b&c=d ",
          campos: { Z: "1", A: { B: [{ C: "ñ" }, { C: "" }] }, "0": "x" }, qr: null,
          seal: "E".repeat(64),
        }],
        recordVerdict: [
          {
            organizationId: id, id: sampleId(), factura_id: invoice.id, orden: 4_000_000_000, estado: "accepted_with_errors" as const,
            csv: "A-1234567890ABCD", codigo: 2000, descripcion: "«Huella»\nincorrecta", recibido: instant(1_763_600_000_123),
            respuesta: { Z: "1", A: { B: [{ C: "ñ" }, { C: "" }] }, "0": "x" },
          },
          {
            organizationId: id, id: sampleId(), factura_id: invoice.id, orden: 1, estado: "rejected" as const, csv: null,
            codigo: null, descripcion: null, respuesta: {}, recibido: instant(1),
          },
        ],
        submissionState: [{
          organizationId: id, id, answeredThrough: 3, sentThrough: 4_000_000_000, notBefore: instant(1_763_600_000_123), failures: 7,
          failingSince: instant(1_763_600_000_001), problem: "la AEAT «no» contesta", lastSent: instant(1_763_600_000_002),
          suspects: 500, refusedAlone: 2, vigilance: "ahead" as const, announced: instant(4_000_000_000_123),
        }],
        registryVerification: [{
          organizationId: id, id, verificado: instant(1_763_600_000_123), registros: 4_000_000_000,
          primer_error: { orden: 4_000_000_001, huella: "", clase: "forked" as const, mensaje: "«Mal»", factura_id: null },
        }],
        certificate: [{
          organizationId: id, id, tipo: "sello" as const, sealedPkcs12: "v1.a_b-c", sealedPassword: "v1.d", titular: "ñ, O=X",
          caduca: instant(4_000_000_000_123), creado: instant(1_763_600_000_123),
        }],
        outboxEvent: [{
          organizationId: id, id: sampleId(), sequence: 3, suceso: "invoice.created" as const, creado: instant(1_763_600_000_123),
          datos: { factura: { z: 1, a: [1.5, null, "ñ"] } },
        }],
        activityEntry: [{
          organizationId: id, id: sampleId(), creado: instant(1_763_600_000_123), tipo: "mixed_series" as const,
          mensaje: "La serie A", recurso: "factura", recurso_id: invoice.id, createdSequence: 4,
        }],
        idempotencyRecord: [{
          organizationId: id, id: "key:caña ~ %", fingerprint: "f".repeat(64), creado: instant(1_763_600_000_123),
          reply: { status: 201, location: null, body: "{\"a\": 1.0,  \"ñ\":\"\\u00f1\"}" },
        }],
      }
      yield* insert(id, rows)
      const same = <T extends StoredTableName>(table: T, row: Tables[T]) =>
        Effect.map(storage.find(table, id, row.id), (found) => assert.deepStrictEqual(Option.getOrNull(found), row))
      const sameOf = <T extends StoredTableName>(table: T, written: { readonly [K in T]?: ReadonlyArray<Tables[K]> }) =>
        Effect.forEach(written[table] ?? [], (row) => same(table, row))
      for (const table of tableNames) yield* sameOf(table, rows)
      const record = Option.getOrThrow(yield* storage.find("registryRecord", id, rows.registryRecord?.[0]?.id ?? ""))
      assert.strictEqual(JSON.stringify(record.campos), JSON.stringify(rows.registryRecord?.[0]?.campos), "order of the fields")
      const [verdict] = rows.recordVerdict ?? []
      const { respuesta } = Option.getOrThrow(yield* storage.find("recordVerdict", id, verdict?.id ?? ""))
      assert.strictEqual(JSON.stringify(respuesta), JSON.stringify(verdict?.respuesta), "order of the fields")
      assert.sameMembers(tableNames.filter((table) => table !== "organization" && table !== "head"), Object.keys(rows), "every table")
    }))

    scenario("keeps null as null, and stores null in place of a value", Effect.gen(function*() {
      const storage = yield* Storage
      const id = yield* newCompany
      const state = { ...firstSubmission(id), notBefore: instant(1), failingSince: instant(2), problem: "x", failures: 1 }
      const verification = { organizationId: id, id, verificado: instant(1), registros: 0, primer_error: null }
      yield* insert(id, { submissionState: [state], registryVerification: [verification] })
      yield* write(id, { submissionState: [firstSubmission(id)] }, { submissionState: [state] })
      assert.deepStrictEqual(Option.getOrNull(yield* storage.find("submissionState", id, id)), firstSubmission(id))
      assert.deepStrictEqual(Option.getOrNull(yield* storage.find("registryVerification", id, id)), verification)
    }))

    scenario("finds nothing under another company, another id or an id of impossible form", Effect.gen(function*() {
      const storage = yield* Storage
      const [mine, other] = [yield* newCompany, yield* newCompany]
      const contact = sampleContact(mine, 1)
      yield* insert(mine, { contact: [contact] })
      const nobody = organizationId("no es una empresa")
      for (const [company, id] of [[other, contact.id], [mine, sampleId()], [mine, "'; --"], [mine, ""], [nobody, contact.id]] as const) {
        assert.isTrue(Option.isNone(yield* storage.find("contact", company, id)))
        assert.deepStrictEqual((yield* storage.findMany([key("contact", company, id)])).contact ?? [], [])
      }
      assert.deepStrictEqual(yield* storage.accessKeys(nobody), [])
      const opening = { organizationIds: [nobody], keys: [key("head", nobody, nobody)] }
      const seen = yield* storage.transact(opening, (rows) => Effect.succeed({ changes: nothing, value: rows.head ?? [] }))
      assert.deepStrictEqual(seen, [])
    }))

    scenario("writes a whole transaction or nothing", Effect.gen(function*() {
      const storage = yield* Storage
      const id = yield* newCompany
      const contact = sampleContact(id, 1)
      const refused = yield* Effect.exit(
        storage.transact({ organizationIds: [id], keys: [] }, (_, load) =>
          Effect.zipRight(load([key("contact", id, contact.id)]), Effect.fail("no"))),
      )
      assert.deepStrictEqual(refused, yield* Effect.exit(Effect.fail("no")))
      assert.isTrue(Option.isNone(yield* storage.find("contact", id, contact.id)))
    }))

    scenario("shows the rows of the opening keys and those loaded later, and leaves out missing ones", Effect.gen(function*() {
      const storage = yield* Storage
      const id = yield* newCompany
      const [one, two] = [sampleContact(id, 1), sampleContact(id, 2)]
      yield* insert(id, { contact: [one, two] })
      const opening = { organizationIds: [id], keys: [key("head", id, id), key("contact", id, one.id), key("contact", id, sampleId())] }
      const seen = yield* storage.transact(opening, (rows, load) =>
        Effect.gen(function*() {
          const later = yield* load([key("contact", id, two.id), key("invoice", id, sampleId())])
          return { changes: nothing, value: [rows.head, rows.contact, later.contact, later.invoice ?? []] }
        }))
      assert.deepStrictEqual(seen, [[firstHead(id)], [one], [two], []])
    }))

    scenario("locks a company against every other writer until the end", Effect.gen(function*() {
      const storage = yield* Storage
      const id = yield* newCompany
      const entered = yield* Deferred.make<void>()
      const leave = yield* Deferred.make<void>()
      const opening = { organizationIds: [id], keys: [key("head", id, id)] }
      const advance = (rows: RowSet) => {
        const before = rows.head?.[0] ?? assert.fail("no head")
        return { changes: { ...nothing, head: [{ before, after: { ...before, sequence: before.sequence + 1 } }] }, value: before.sequence }
      }
      const first = yield* Effect.fork(storage.transact(opening, (rows) =>
        Effect.gen(function*() {
          yield* Deferred.succeed(entered, undefined)
          yield* Deferred.await(leave)
          return advance(rows)
        })))
      yield* Deferred.await(entered)
      const second = yield* Effect.fork(storage.transact(opening, (rows) => Effect.sync(() => advance(rows))))
      yield* Effect.sleep("100 millis")
      assert.isNull(yield* Fiber.poll(second).pipe(Effect.map(Option.getOrNull)))
      yield* Deferred.succeed(leave, undefined)
      assert.deepStrictEqual([yield* Fiber.join(first), yield* Fiber.join(second)], [0, 1])
    }))

    scenario("loses no update among many writers of two companies", Effect.gen(function*() {
      const storage = yield* Storage
      const companies = [yield* newCompany, yield* newCompany]
      const advance = (ids: ReadonlyArray<OrganizationId>) =>
        storage.transact({ organizationIds: ids, keys: ids.map((id) => key("head", id, id)) }, (rows) =>
          Effect.sync(() => {
            const head = (rows.head ?? []).map((before) => ({ before, after: { ...before, sequence: before.sequence + 1 } }))
            return { changes: { ...nothing, head }, value: undefined }
          }))
      const both = [companies, companies.toReversed(), companies.slice(0, 1), companies.slice(1)]
      yield* Effect.forEach(Array.from({ length: 10 }).flatMap(() => both), advance, { concurrency: 6, discard: true })
      for (const id of companies) {
        assert.strictEqual(Option.getOrThrow(yield* storage.find("head", id, id)).sequence, 30)
      }
    }))

    scenario("finds access keys of any company by fingerprint and id, and lists those of one", Effect.gen(function*() {
      const storage = yield* Storage
      const id = yield* newCompany
      const make = (creada: number) => ({
        organizationId: id, id: sampleId(), fingerprint: sampleId() + sampleId(), modo: "test" as const, scopes: [],
        nombre: null, creada: instant(creada), revocada: null, ultimo_uso: null,
      })
      const [one, two] = [make(1), make(2)]
      yield* insert(id, { accessKey: [one, two] })
      assert.deepStrictEqual(Option.getOrNull(yield* storage.accessKeyByFingerprint(two.fingerprint)), two)
      assert.deepStrictEqual(Option.getOrNull(yield* storage.accessKeyById(one.id)), one)
      assert.isTrue(Option.isNone(yield* storage.accessKeyByFingerprint("0".repeat(64))))
      assert.isTrue(Option.isNone(yield* storage.accessKeyById("no es una clave")))
      assert.deepStrictEqual(yield* storage.accessKeys(id), [one, two])
      assert.isTrue((yield* storage.organizations).some((organization) => organization.id === id))
    }))

    scenario("walks a list in each order, page by page, with its exact total", Effect.gen(function*() {
      const storage = yield* Storage
      const [id, other] = [yield* newCompany, yield* newCompany]
      const contacts = Array.from({ length: 7 }, (_, i) => sampleContact(id, i + 1, { modifiedSequence: 20 - i }))
      yield* insert(id, { contact: contacts })
      yield* insert(other, { contact: [sampleContact(other, 1)] })
      const walk = (orden: ListOrder, place: "createdSequence" | "modifiedSequence") =>
        Effect.gen(function*() {
          const seen: Array<number> = []
          for (let after: number | null = null; ;) {
            const page: { rows: ReadonlyArray<(typeof contacts)[number]>; total: number } = yield* storage.page("contact", {
              organizationId: id, orden, after, limit: 3, conditions: [],
            })
            assert.strictEqual(page.total, 7)
            seen.push(...page.rows.map((row) => row.createdSequence))
            const last = page.rows.at(-1)
            if (last === undefined) return seen
            after = last[place]
          }
        })
      assert.deepStrictEqual(yield* walk("antiguo", "createdSequence"), [1, 2, 3, 4, 5, 6, 7])
      assert.deepStrictEqual(yield* walk("reciente", "createdSequence"), [7, 6, 5, 4, 3, 2, 1])
      assert.deepStrictEqual(yield* walk("modificado", "modifiedSequence"), [1, 2, 3, 4, 5, 6, 7])
    }))

    scenario("removes rows and stops counting them", Effect.gen(function*() {
      const storage = yield* Storage
      const id = yield* newCompany
      const [one, two] = [sampleContact(id, 1), sampleContact(id, 2)]
      const sku = { organizationId: id, id: "a", producto_id: sampleId() }
      yield* insert(id, { contact: [one, two], productSku: [sku] })
      yield* write(id, {}, { contact: [one], productSku: [sku] })
      assert.isTrue(Option.isNone(yield* storage.find("contact", id, one.id)))
      assert.isTrue(Option.isNone(yield* storage.find("productSku", id, "a")))
      const page = yield* storage.page("contact", { organizationId: id, orden: "antiguo", after: null, limit: 5, conditions: [] })
      assert.deepStrictEqual(page, { rows: [two], total: 1 })
    }))

    scenario("knows which contacts invoices or expenses refer to", Effect.gen(function*() {
      const storage = yield* Storage
      const [id, other] = [yield* newCompany, yield* newCompany]
      const contacts = [sampleContact(id, 1), sampleContact(id, 2), sampleContact(id, 3)]
      const [first, second, third] = contacts.map((contact) => contact.id)
      yield* insert(id, {
        contact: contacts,
        invoice: [sampleInvoice(id, 4, { contacto_id: first ?? null })],
        expense: [sampleExpense(id, 5, { proveedor_id: second ?? null })],
        donation: [sampleDonation(id, 6, { contacto_id: third ?? null })],
      })
      yield* insert(other, { invoice: [sampleInvoice(other, 1, { contacto_id: third ?? null })] })
      const wanted = [first, second, third, "no identifier"].map((contact) => key("contactUse", id, contact ?? ""))
      const found = yield* storage.transact({ organizationIds: [id], keys: wanted }, (rows) =>
        Effect.succeed({ changes: new Snapshot().changes(), value: rows.contactUse ?? [] }))
      assert.deepStrictEqual(found.filter(({ used }) => used).map((use) => use.id).toSorted(), [first, second].toSorted())
    }))

    scenario("knows which issued documents correct an invoice", Effect.gen(function*() {
      const storage = yield* Storage
      const [id, other] = [yield* newCompany, yield* newCompany]
      const [original, ticket, second] = [sampleId(), sampleId(), sampleId()]
      const reference = (factura_id: string) => ({ factura_id, nif: "B12345674", numserie: "A-1", fecha: day("2026-02-27"), operacion: null })
      const rectifica = (metodo: "diferencias" | "sustitucion") => ({
        original: { ...reference(original), simplificada: false },
        metodo,
        motivo: "x",
        causa: null,
        sustituido: { base: cents(1), cuota: cents(0), cuota_recargo: cents(0) },
        afterExchange: false,
      })
      const given: ReadonlyArray<Parameters<typeof sampleInvoice>[2]> = [
        { rectifica: rectifica("diferencias") },
        { rectifica: rectifica("diferencias") },
        { rectifica: rectifica("diferencias"), lifecycle: "cancelled" },
        { rectifica: rectifica("sustitucion") },
        { rectifica: rectifica("sustitucion"), lifecycle: "draft" },
        { sustituye: [reference(second), reference(ticket)] },
        { sustituye: [reference(ticket)], lifecycle: "draft" },
        { sustituye: [reference(second)], lifecycle: "cancelled" },
      ]
      const invoice = given.map((row, i) => sampleInvoice(id, i + 1, { lifecycle: "issued", serie: `${i}`, ...row }))
      yield* insert(id, { invoice })
      yield* insert(other, {
        invoice: [sampleInvoice(other, 1, { lifecycle: "issued", rectifica: rectifica("diferencias") })],
      })
      const none = { diferencias: [], sustituciones: 0, canjes: 0 }
      const diferencias = invoice.slice(0, 2).map((one) => one.id)
      const expected = new Map([
        [original, { ...none, diferencias, sustituciones: 1 }], [ticket, { ...none, canjes: 1 }],
        [second, { ...none, canjes: 1 }], [sampleId(), none],
      ])
      const wanted = [...expected.keys(), "no identifier"].map((one) => key("invoiceCorrections", id, one))
      const found = yield* storage.transact({ organizationIds: [id], keys: wanted }, (rows) =>
        Effect.succeed({ changes: new Snapshot().changes(), value: rows.invoiceCorrections ?? [] }))
      for (const [one, counts] of expected) {
        const row = found.find((looked) => looked.id === one)
        const told = row && { ...row, diferencias: row.diferencias.toSorted() }
        assert.deepStrictEqual(told, { organizationId: id, id: one, ...counts, diferencias: counts.diferencias.toSorted() })
      }
    }))

    listedRowScenarios(scenario, newCompany, insert)
    listScenarios(scenario, newCompany, insert)

    scenario("filters and counts invoices by their status on a day, also after they change", Effect.gen(function*() {
      const storage = yield* Storage
      const id = yield* newCompany
      const issued = { lifecycle: "issued" as const, fecha_emision: day("2026-03-01") }
      const make = (sequence: number, given: Parameters<typeof sampleInvoice>[2]) => sampleInvoice(id, sequence, { serie: `${sequence}`, ...given })
      const dueMarch = make(2, { ...issued, fecha_vencimiento: day("2026-03-10") })
      const invoices = [
        make(1, {}),
        dueMarch,
        make(3, { ...issued, fecha_vencimiento: day("2026-04-10") }),
        make(4, { ...issued, fecha_vencimiento: null }),
        make(5, { ...issued, fecha_vencimiento: day("2026-01-01") }),
        make(6, { ...issued, cobrado: cents(12_100), fecha_vencimiento: day("2026-03-10") }),
        make(7, { ...issued, total: cents(0), fecha_vencimiento: day("2026-03-10") }),
        make(8, { lifecycle: "cancelled" }),
      ]
      yield* insert(id, { invoice: invoices })
      const of = (estado: InvoiceStatus | null, today: string) =>
        Effect.map(
          storage.page("invoice", {
            organizationId: id,
            orden: "antiguo",
            after: null,
            limit: 50,
            conditions: estado === null ? [] : [{ kind: "status", estado, today: day(today) }],
          }),
          ({ rows, total }) => {
            assert.strictEqual(total, rows.length)
            return rows.map((row) => row.createdSequence)
          },
        )
      assert.deepStrictEqual(yield* of(null, "2026-03-01"), [1, 2, 3, 4, 5, 6, 7, 8])
      assert.deepStrictEqual(yield* of("draft", "2026-03-01"), [1])
      assert.deepStrictEqual(yield* of("cancelled", "2026-03-01"), [8])
      assert.deepStrictEqual(yield* of("paid", "2026-03-01"), [6])
      assert.deepStrictEqual(yield* of("sent", "2026-03-01"), [2, 3, 4, 5, 7])
      assert.deepStrictEqual(yield* of("overdue", "2026-03-01"), [])
      assert.deepStrictEqual(yield* of("sent", "2026-03-02"), [2, 3, 4, 7])
      assert.deepStrictEqual(yield* of("overdue", "2026-03-11"), [2, 5])
      assert.deepStrictEqual(yield* of("overdue", "2026-04-11"), [2, 3, 5])
      yield* write(id, { invoice: [{ ...dueMarch, cobrado: cents(12_100), modifiedSequence: 9 }] }, { invoice: [dueMarch] })
      assert.deepStrictEqual(yield* of("overdue", "2026-04-11"), [3, 5])
      assert.deepStrictEqual(yield* of("paid", "2026-04-11"), [2, 6])
    }))

    registryScenarios(scenario, newCompany, insert)
    queueingScenarios(scenario, newCompany, insert)

    scenario("answers a ping", Effect.flatMap(Storage, (storage) => storage.ping))
  })
}
