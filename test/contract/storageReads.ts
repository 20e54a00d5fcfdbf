import { assert } from "@effect/vitest"
import { Effect, Either } from "effect"
import { instant } from "../../core/calendar/instant.ts"
import { key, type RowSet } from "../../core/commit/tables.ts"
import type { OrganizationId } from "../../core/identifiers/organizationId.ts"
import { makeUuid7 } from "../../core/identifiers/uuid7.ts"
import { type RegistrySnapshot, Storage, type TransactionFailure } from "../../core/ports/Storage.ts"
import type { RegistryRecord } from "../../core/registry/RegistryRecord.ts"
import { firstSubmission } from "../../core/submission/SubmissionState.ts"
import { issued, must, rowOf, withCustomer } from "../support/issuing.ts"
import { sampleDelivery, sampleId, sampleInvoice, sampleOrganization, sampleOrganizationId } from "../support/samples.ts"
import { headAfter } from "../verification/keptRegistry.ts"

type Scenario = (title: string, run: Effect.Effect<void, unknown, Storage>) => void
type NewCompany = Effect.Effect<OrganizationId, TransactionFailure, Storage>
type Insert = (organizationId: OrganizationId, rows: RowSet) => Effect.Effect<void, TransactionFailure, Storage>

const newId = makeUuid7((length) => crypto.getRandomValues(new Uint8Array(length)))

const decision = issued(withCustomer)
const madeInvoice = must(rowOf(decision, "invoice"))
const madeRecord: RegistryRecord = must(rowOf(decision, "registryRecord"))

const inSnapshot = <A, E>(id: OrganizationId, read: (snapshot: RegistrySnapshot) => Effect.Effect<A, E>) =>
  Effect.flatMap(Storage, ({ snapshot }) => snapshot(id, read))

/** What every Storage promises about the snapshot of a company's registry. */
export const registryScenarios = (scenario: Scenario, newCompany: NewCompany, insert: Insert): void => {
  const recordOf = (organizationId: OrganizationId, orden: number, given: Partial<RegistryRecord> = {}): RegistryRecord =>
    ({ ...madeRecord, organizationId, id: sampleId(), factura_id: sampleId(), orden, huella_anterior: `${orden}`, ...given })

  scenario("gives the records of a snapshot in the order of the chain, page by page", Effect.gen(function*() {
    const [id, other] = [yield* newCompany, yield* newCompany]
    const records = [1, 2, 3, 4, 5].map((orden) => recordOf(id, orden))
    yield* insert(id, { registryRecord: records.toReversed() })
    yield* insert(other, { registryRecord: [recordOf(other, 1)] })
    const seen = yield* inSnapshot(id, (reader) =>
      Effect.gen(function*() {
        const pages: Array<ReadonlyArray<RegistryRecord>> = []
        for (let last: RegistryRecord | null = null; ;) {
          const page: ReadonlyArray<RegistryRecord> = (yield* reader.records(last, 2)).map(Either.getOrThrow)
          if (page.length === 0) return pages
          pages.push(page)
          last = page.at(-1) ?? null
        }
      }))
    assert.deepStrictEqual(seen, [records.slice(0, 2), records.slice(2, 4), records.slice(4)])
  }))

  scenario("gives head and invoices of a snapshot, and reports an invoice that names no record of its own", Effect.gen(function*() {
    const [id, other] = [yield* newCompany, yield* newCompany]
    assert.deepStrictEqual(yield* inSnapshot(id, (reader) => reader.chainHead), Either.right(null))
    const invoice = { ...madeInvoice, organizationId: id }
    const draft = sampleInvoice(id, 3)
    const record = recordOf(id, 1, { factura_id: invoice.id })
    const head = { ...headAfter(record), organizationId: id, id }
    yield* insert(id, { invoice: [invoice, draft], registryRecord: [record], chainHead: [head] })
    yield* insert(other, { invoice: [{ ...invoice, organizationId: other, id: sampleId() }] })
    yield* inSnapshot(id, (reader) =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* reader.chainHead, Either.right(head))
        const invoices = yield* reader.invoices([invoice.id, draft.id, sampleId()])
        for (const row of [invoice, draft]) {
          assert.deepStrictEqual(invoices.get(row.id), Either.right(row))
        }
        assert.strictEqual(invoices.size, 2)
        assert.strictEqual(yield* reader.registeredInvoices, 1)
        assert.isNull(yield* reader.unrecordedInvoice)
      }))
    const registry = { ...must(invoice.registry ?? undefined), huella: "AB" }
    const stray = sampleInvoice(id, 4, { registry, serie: "Z" })
    yield* insert(id, { invoice: [stray] })
    const told = yield* inSnapshot(id, (reader) => Effect.all([reader.registeredInvoices, reader.unrecordedInvoice]))
    assert.deepStrictEqual(told, [2, { id: stray.id, huella: "AB" }])
  }))

  scenario("gives the company of a snapshot, and how far its records were sent", Effect.gen(function*() {
    const id = sampleOrganizationId()
    const told = inSnapshot(id, (reader) => Effect.all([reader.organization, reader.sentThrough]))
    assert.deepStrictEqual(yield* told, [Either.right(null), 0])
    const organization = sampleOrganization(id)
    const state = { ...firstSubmission(id), answeredThrough: 7, sentThrough: 5 }
    yield* insert(id, { organization: [organization], submissionState: [state] })
    assert.deepStrictEqual(yield* told, [Either.right(organization), 7])
  }))

  scenario("lists every company that has an organization, the head of a chain or a record", Effect.gen(function*() {
    const [bare, headed, recorded, written] = [yield* newCompany, sampleOrganizationId(), sampleOrganizationId(), sampleOrganizationId()]
    const record = recordOf(headed, 1)
    yield* insert(headed, { chainHead: [{ ...headAfter(record), organizationId: headed, id: headed }] })
    yield* insert(recorded, { registryRecord: [recordOf(recorded, 1), recordOf(recorded, 2)] })
    yield* insert(written, { invoice: [sampleInvoice(written, 1)] })
    const companies = yield* Effect.flatMap(Storage, (storage) => storage.companies)
    assert.deepStrictEqual(companies, companies.toSorted())
    const found = [bare, headed, recorded, written].map((id) => companies.filter((one) => one === id).length)
    assert.deepStrictEqual(found, [1, 1, 1, 0])
  }))

  scenario("shows one moment throughout a snapshot, whatever is written meanwhile", Effect.gen(function*() {
    const id = yield* newCompany
    yield* insert(id, { registryRecord: [recordOf(id, 1)] })
    const { snapshot } = yield* Storage
    const counts = yield* snapshot(id, (reader) =>
      Effect.gen(function*() {
        const before = (yield* reader.records(null, 10)).length
        yield* insert(id, { registryRecord: [recordOf(id, 2)], invoice: [{ ...madeInvoice, organizationId: id }] })
        return [before, (yield* reader.records(null, 10)).length, yield* reader.registeredInvoices]
      }))
    assert.deepStrictEqual(counts, [1, 1, 0])
    assert.strictEqual((yield* inSnapshot(id, (reader) => reader.records(null, 10))).length, 2)
  }))

  scenario("ends a snapshot with the failure of its reader", Effect.gen(function*() {
    const id = yield* newCompany
    for (let i = 0; i < 20; i++) assert.strictEqual(yield* Effect.flip(inSnapshot(id, () => Effect.fail("no"))), "no")
    assert.deepStrictEqual(yield* inSnapshot(id, (reader) => reader.records(null, 1)), [])
  }))
}

/** What every Storage promises about rows that wait, and those whose time has passed. */
export const queueingScenarios = (scenario: Scenario, newCompany: NewCompany, insert: Insert): void => {
  scenario("gives a company's outbox in the order of its events", Effect.gen(function*() {
    const storage = yield* Storage
    const [id, other] = [yield* newCompany, yield* newCompany]
    const event = (organizationId: OrganizationId, sequence: number) => ({
      organizationId, id: newId(instant(sequence)), sequence, suceso: "contact.created" as const, creado: instant(9 - sequence), datos: { n: sequence },
    })
    const [first, second, third] = [event(id, 1), event(id, 2), event(id, 3)]
    yield* insert(id, { outboxEvent: [third, first, second] })
    yield* insert(other, { outboxEvent: [event(other, 1)] })
    assert.deepStrictEqual(yield* storage.outbox(id, 2), [first, second])
    // Another process made it in the same millisecond, so its identifier may be lower than that of an earlier event.
    const fourth = { ...event(id, 4), id: newId(instant(0)) }
    yield* insert(id, { outboxEvent: [fourth] })
    assert.deepStrictEqual(yield* storage.outbox(id, 9), [first, second, third, fourth])
  }))

  scenario("gives what waits for a subscription, due or not, earliest first", Effect.gen(function*() {
    const storage = yield* Storage
    const [id, other] = [yield* newCompany, yield* newCompany]
    const webhook_id = sampleId()
    const make = (place: number, proximo: number | null, given: Parameters<typeof sampleDelivery>[2] = {}) =>
      sampleDelivery(id, place, { webhook_id, proximo_intento: proximo === null ? null : instant(proximo), ...given })
    const [late, early] = [make(1, 4_000_000_000_000), make(2, 5)]
    const settled = make(3, null, { estado: "delivered", settled: instant(7) })
    yield* insert(id, { delivery: [late, early, settled, make(4, null, { estado: "abandoned", settled: instant(7) }), make(5, 1, { webhook_id: sampleId() })] })
    yield* insert(other, { delivery: [sampleDelivery(other, 1, { webhook_id })] })
    assert.deepStrictEqual(yield* storage.waiting(id, webhook_id, 9), [early, late])
    assert.deepStrictEqual(yield* storage.waiting(id, webhook_id, 1), [early])
    assert.deepStrictEqual(yield* storage.waiting(id, sampleId(), 9), [])
  }))

  scenario("gives rows of every company whose time has passed, oldest first", Effect.gen(function*() {
    const storage = yield* Storage
    const [id, other] = [yield* newCompany, yield* newCompany]
    const settled = (organizationId: OrganizationId, place: number, at: number | null) =>
      sampleDelivery(organizationId, place, { estado: at === null ? "pending" : "delivered", settled: at === null ? null : instant(at) })
    const [old, older, young, pending] = [settled(id, 1, 20), settled(other, 1, 10), settled(id, 2, 30), settled(id, 3, null)]
    const replay = (name: string, creado: number) => ({
      organizationId: id, id: name, fingerprint: "f", creado: instant(creado), reply: { status: 200, location: null, body: "{}" },
    })
    const letter = (at: number | null) => ({
      organizationId: id, id: sampleId(), factura_id: sampleId(), para: [], reached: [], refused: [], asunto: "", mensaje: "", intentos: 0,
      estado: at === null ? "pending" as const : "sent" as const, proximo_intento: at === null ? instant(1) : null,
      ultimo_error: null, settled: at === null ? null : instant(at), creado: instant(1),
    })
    const letters = [letter(12), letter(null), letter(11), letter(30)]
    yield* insert(id, { delivery: [young, old, pending], outgoingMail: letters, idempotencyRecord: [replay("b", 15), replay("a", 5), replay("c", 25)] })
    yield* insert(other, { delivery: [older] })
    const keyOf = ({ id: row, organizationId }: typeof old) => key("delivery", organizationId, row)
    assert.deepStrictEqual(yield* storage.expired("delivery", instant(30), 9), [older, old].map(keyOf))
    assert.deepStrictEqual(yield* storage.expired("delivery", instant(30), 1), [keyOf(older)])
    const sent = yield* storage.expired("outgoingMail", instant(30), 9)
    assert.deepStrictEqual(sent, [letters[2], letters[0]].map((row) => key("outgoingMail", id, row?.id ?? "")))
    const replays = yield* storage.expired("idempotencyRecord", instant(20), 9)
    assert.deepStrictEqual(replays, ["a", "b"].map((name) => key("idempotencyRecord", id, name)))
  }))
}
