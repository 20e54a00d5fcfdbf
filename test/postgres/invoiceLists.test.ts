import * as PgClient from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import * as fc from "fast-check"
import { isDeepStrictEqual } from "node:util"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import { PostgresPool } from "../../adapters/postgres/connections/PostgresPool.ts"
import { groupScales } from "../../adapters/postgres/lists/grouped/amounts.ts"
import { migrations } from "../../adapters/postgres/schema/migrate.ts"
import { firstHead } from "../../core/commit/CompanyHead.ts"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import { key } from "../../core/commit/tables.ts"
import type { OrganizationId } from "../../core/identifiers/organizationId.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import { invoiceConditions, type InvoiceFilters } from "../../core/invoices/invoiceFilters.ts"
import { recipientOf } from "../../core/invoices/parties.ts"
import { cents } from "../../core/money/cents.ts"
import { equalTo, matching } from "../../core/pagination/listFilters.ts"
import { Storage } from "../../core/ports/Storage.ts"
import {
  day,
  sampleContact,
  sampleDelivery,
  sampleId,
  sampleInvoice,
  sampleOrganization,
  sampleOrganizationId,
} from "../support/samples.ts"
import { testStoragePostgres } from "../support/testStorage.ts"

/** First and last days of months, days between them, and the ends of the calendar. */
const days = [
  "0001-01-01", "2025-11-30", "2025-12-31", "2026-01-01", "2026-01-20", "2026-01-31", "2026-02-01", "2026-02-02",
  "2026-02-28", "2026-03-01", "2026-03-15", "9999-12-31",
].map(day)

const contacts = [sampleId(), sampleId()] as const

const anyOf = <const A extends readonly [unknown, ...ReadonlyArray<unknown>]>(...values: A): fc.Arbitrary<A[number]> =>
  fc.constantFrom(...values)

const amounts = fc.oneof(
  fc.integer({ min: -2_100, max: 2_100 }),
  fc.integer({ min: 11_900, max: 12_500 }),
  fc.integer({ min: -(10 ** 14) + 1, max: 10 ** 14 - 1 }),
).map(cents)

/** Recipients like the contacts once were, like they are now, and others. */
const recipients = [["García  Núñez ", "B1"], ["Casa Núñez-2026", null], ["Σίσυφος 12", "a-7"], [" ", null]].map(([nombre, nif]) =>
  recipientOf(sampleContact(sampleOrganizationId(), 1, { nombre: nombre ?? "", nif: nif ?? null })))

/** Properties that the filters of lists look at. */
const facts: fc.Arbitrary<Facts> = fc.record({
  lifecycle: anyOf("draft", "issued", "issued", "cancelled"),
  tipo_documento: anyOf("invoice", "invoice", "invoice", "quote", "delivery"),
  tipo: anyOf("invoice", "invoice", "rectificative"),
  serie: anyOf("A", "A", "B-1", "2026"),
  fecha_emision: fc.constantFrom(...days),
  fecha_vencimiento: fc.constantFrom(null, ...days),
  contacto_id: anyOf(null, ...contacts),
  recipient: fc.constantFrom(null, ...recipients),
  etiquetas: anyOf([], [], ["uno"], ["dos", "uno"], ["uno", "uno"]),
  total: fc.oneof(anyOf(cents(12_100), cents(12_100), cents(99), cents(0), cents(-500)), amounts),
  cobrado: anyOf(cents(0), cents(0), cents(99), cents(12_100)),
})

type Facts = Pick<
  Invoice,
  | "lifecycle"
  | "tipo_documento"
  | "tipo"
  | "serie"
  | "fecha_emision"
  | "fecha_vencimiento"
  | "contacto_id"
  | "recipient"
  | "etiquetas"
  | "total"
  | "cobrado"
>

/** What happens to an invoice after it was created: what users do, and anything else. */
const events: fc.Arbitrary<Partial<Facts> | "removed"> = fc.oneof<Array<fc.Arbitrary<Partial<Facts> | "removed">>>(
  fc.constant({ lifecycle: "issued" }),
  fc.constant({ lifecycle: "issued", fecha_emision: day("2026-02-02"), serie: "B-1" }),
  fc.constant({ lifecycle: "cancelled" }),
  anyOf({ cobrado: cents(12_100) }, { cobrado: cents(0) }),
  fc.record({ total: amounts }),
  anyOf({ etiquetas: [] }, { etiquetas: ["uno"] }, { etiquetas: ["tres"] }),
  fc.constant("removed"),
  fc.constant({}),
  facts,
)

interface History {
  readonly made: ReadonlyArray<Facts>
  /** What happens to which invoice, commit by commit. */
  readonly commits: ReadonlyArray<ReadonlyArray<readonly [nth: number, event: Partial<Facts> | "removed"]>>
}

const histories: fc.Arbitrary<History> = fc.record({
  made: fc.array(facts, { minLength: 1, maxLength: 40 }),
  commits: fc.array(fc.array(fc.tuple(fc.nat(39), events), { maxLength: 8 }), { maxLength: 4 }),
})

/** Few different invoices, each 300 times, through several commits, so that their groups are large. */
const largeHistories: fc.Arbitrary<History> = fc.record({
  made: fc.array(facts, { minLength: 2, maxLength: 4 }).map((some) => Array.from({ length: 300 }, () => some).flat()),
  commits: fc.array(fc.array(fc.tuple(fc.nat(599), events), { maxLength: 20 }), { minLength: 3, maxLength: 6 }),
})

const filterNames = [
  "estado", "serie", "tipo", "tipo_documento", "emision_desde", "emision_hasta", "vencimiento_desde", "vencimiento_hasta",
  "contacto_id", "etiqueta", "total_min", "total_max", "buscar", "referencia",
] as const

const filters: fc.Arbitrary<InvoiceFilters> = fc.record({
  estado: anyOf("draft", "sent", "paid", "overdue", "cancelled"),
  serie: anyOf("A", "A", "B-1", "2"),
  tipo: anyOf("invoice", "rectificative"),
  tipo_documento: anyOf("invoice", "quote", "proforma"),
  emision_desde: fc.constantFrom(...days),
  emision_hasta: fc.constantFrom(...days),
  vencimiento_desde: fc.constantFrom(...days),
  vencimiento_hasta: fc.constantFrom(...days),
  // One of them reads like the name of a group under a label.
  contacto_id: fc.constantFrom(...contacts, ...contacts, `${contacts[0]} uno`),
  etiqueta: anyOf("uno", "dos", "tres", ""),
  total_min: fc.oneof(anyOf(cents(0), cents(99), cents(12_100)), amounts),
  total_max: fc.oneof(anyOf(cents(-1), cents(99), cents(12_100)), amounts),
  buscar: anyOf(
    "b-1", "a-", "", "nez", "núñez a-", "GARCÍA", "garcía 1", "b1", "b1 2", "ñez casa", "1 2", "b-", "26", "7 nunez -1", "x",
    "garcia garcia", "2026 b1", "σίσυφος", "20 casa", "a-7 1", "-1",
    "12", "a-1", "3 1-1",
  ),
  referencia: anyOf("A-3", "B-1-2", "A"),
})

/** A few of all filters, since with more of them nothing is left. */
const fewFilters = fc.tuple(filters, fc.subarray([...filterNames], { minLength: 0, maxLength: 4 })).map(
  ([all, names]): InvoiceFilters => Object.fromEntries(names.map((name) => [name, all[name]])),
)

const amountFilters = fc.tuple(filters, fc.subarray(["total_min", "total_max"] as const, { minLength: 1 })).map(
  ([all, names]): InvoiceFilters => Object.fromEntries(names.map((name) => [name, all[name]])),
)

const amountFiltersWithin = fc.tuple(
  amountFilters,
  filters,
  fc.subarray(
    ["estado", "serie", "tipo", "tipo_documento", "etiqueta", "contacto_id", "emision_desde", "vencimiento_hasta"] as const,
    { minLength: 1, maxLength: 3 },
  ),
).map(([amount, all, names]): InvoiceFilters => ({ ...amount, ...Object.fromEntries(names.map((name) => [name, all[name]])) }))

const filtersOfContact = fc.tuple(
  filters,
  fc.subarray([...filterNames], { minLength: 0, maxLength: 3 }),
).map(([all, names]): InvoiceFilters => Object.fromEntries(["contacto_id" as const, ...names].map((name) => [name, all[name]])))

const filtersOfSearch = fc.tuple(
  filters,
  fc.subarray([...filterNames], { minLength: 0, maxLength: 3 }),
).map(([all, names]): InvoiceFilters => Object.fromEntries(["buscar" as const, ...names].map((name) => [name, all[name]])))

const queries = fc.record({
  filters: fc.oneof(
    { weight: 4, arbitrary: fewFilters },
    { weight: 1, arbitrary: filtersOfContact },
    { weight: 2, arbitrary: filtersOfSearch },
    { weight: 1, arbitrary: amountFilters },
    { weight: 2, arbitrary: amountFiltersWithin },
  ),
  today: fc.constantFrom(...days.slice(1)),
  orden: anyOf("reciente", "antiguo", "modificado"),
  after: fc.option(fc.nat(70)),
  limit: fc.integer({ min: 1, max: 9 }),
})

type Stores = ReadonlyArray<Context.Tag.Service<Storage>>

const stores = Effect.gen(function*() {
  const memory = yield* Layer.build(StorageMemory.layer)
  return [Context.get(memory, Storage), yield* Storage] as const
})

const write = (to: Stores, id: OrganizationId, changes: Snapshot) =>
  Effect.forEach(to, ({ transact }) =>
    transact({ organizationIds: [id], keys: [] }, () => Effect.succeed({ changes: changes.changes(), value: undefined })))

/** The properties that can still change in a numbered document. */
const afterIssue = ({ cobrado, etiquetas, lifecycle }: Partial<Facts>): Partial<Facts> => ({
  ...(cobrado === undefined ? {} : { cobrado }),
  ...(etiquetas === undefined ? {} : { etiquetas }),
  ...(lifecycle === undefined || lifecycle === "draft" ? {} : { lifecycle }),
})

/** Writes a company with its invoices to every store, in the same commits. */
const writeHistory = (to: Stores, { commits, made }: History) =>
  Effect.gen(function*() {
    const id = sampleOrganizationId()
    let place = 0
    const numbered = (nth: number, given: Facts) => ({ ...given, numero: given.lifecycle === "draft" ? null : nth + 1 })
    const present = new Map(made.map((given, i) => [i, sampleInvoice(id, ++place, numbered(i, given))]))
    const first = opening(id)
    for (const invoice of present.values()) first.set("invoice", invoice)
    yield* write(to, id, first)
    for (const commit of commits) {
      const changes = new Snapshot()
      const rows = [...present.values()]
      changes.add(rows.map((row) => key("invoice", id, row.id)), { invoice: rows })
      for (const [nth, event] of commit) {
        const invoice = present.get(nth)
        if (invoice === undefined) continue
        const issued = invoice.numero !== null
        if (event === "removed") {
          if (issued) continue
          changes.remove({ table: "invoice", organizationId: id, id: invoice.id })
          present.delete(nth)
          continue
        }
        const changed = { ...invoice, ...(issued ? afterIssue(event) : event), modifiedSequence: ++place }
        present.set(nth, { ...changed, ...numbered(nth, changed) })
        changes.set("invoice", { ...changed, ...numbered(nth, changed) })
      }
      yield* write(to, id, changes)
    }
    return id
  })

const opening = (id: OrganizationId): Snapshot => {
  const snapshot = new Snapshot()
  snapshot.set("organization", sampleOrganization(id))
  snapshot.set("head", firstHead(id))
  return snapshot
}

/** Whether the database computes the same name for every group as the commits did. */
const alikeIds = `
  SELECT bool_and(id = invoice_group_id(
      organization_id, etiqueta, scale, tipo_documento, tipo, serie, standing, last_day, emision, vencimiento, search)) AS alike,
    count(*) AS n FROM invoice_group`

const largeGroups = "SELECT DISTINCT scale FROM invoice_group WHERE large ORDER BY scale"

/** Groups by contact that contain invoices, and how many labelled rows belong to each. */
const groupsOfContacts = `
  SELECT etiqueta, id, n, (SELECT count(*) FROM invoice_label AS t WHERE t.contact_group = g.id) AS labelled
  FROM invoice_group AS g WHERE scale = 'contact' AND n > 0 ORDER BY organization_id, id`

/** How rows of large groups are counted: all by leading digits of their amount, and those of a contact by their days. */
const partsOf = (table: string, scale: keyof typeof groupScales): string =>
  `SELECT g.organization_id, g.id AS group_id, p.kind, p.value, t.created_sequence, t.modified_sequence
   FROM ${table} AS t
   JOIN invoice_group AS g ON g.organization_id = t.organization_id AND g.id = t.${scale}_group AND g.large,
   LATERAL (VALUES ('amount${groupScales[scale][0]}', counted_amount(total, ${groupScales[scale][0]}::smallint))
     ${scale === "contact" ? ", ('emision', fecha_emision - date '1970-01-01'), ('vencimiento', fecha_vencimiento - date '1970-01-01'), ('last_day', last_day_in_time - date '1970-01-01')" : ""}
   ) AS p (kind, value) WHERE p.value IS NOT NULL`

/** Counts that differ from a recount of the invoices, or whose places do not cover theirs. */
const miscounted = `
  SELECT * FROM (
    SELECT organization_id, group_id, kind, value, count(*) AS n, min(created_sequence) AS first, max(created_sequence) AS last,
      min(modified_sequence) AS earliest, max(modified_sequence) AS latest
    FROM (SELECT organization_id, organization_id AS group_id, 'amount' || s.digits AS kind, counted_amount(total, s.digits) AS value,
            created_sequence, null::bigint AS modified_sequence
          FROM invoice, (VALUES (1::smallint), (3::smallint)) AS s (digits)
        UNION ALL ${partsOf("invoice", "ever")} UNION ALL ${partsOf("invoice", "month")}
        UNION ALL ${partsOf("invoice", "contact")}
        UNION ALL ${partsOf("invoice_label", "ever")} UNION ALL ${partsOf("invoice_label", "month")}
        UNION ALL ${partsOf("invoice_label", "contact")}) AS listed
    GROUP BY 1, 2, 3, 4) AS t
  FULL JOIN group_part AS a USING (organization_id, group_id, kind, value)
  WHERE coalesce(t.n, 0) <> a.n OR a.n IS NULL OR a.first_created > t.first OR a.last_created < t.last
    OR (t.earliest IS NULL AND t.n > 0) <> (a.first_modified IS NULL) OR a.first_modified > t.earliest OR a.last_modified < t.latest`

/** Restores the schema from before the step that counts large groups, with the amounts as they were. */
const beforeLargeGroups = `
  ALTER TABLE invoice_group DROP COLUMN large;
  ALTER TABLE row_group DROP COLUMN large;
  DROP FUNCTION parts_of_row, invoices_of_group;
  DROP INDEX invoice_month_total, invoice_label_month_total, invoice_contact_total;
  ALTER TABLE invoice_label DROP COLUMN contact_group;
  DELETE FROM invoice_group WHERE scale = 'contact' AND etiqueta LIKE '% %';
  DELETE FROM group_part WHERE group_id <> organization_id;
  ALTER TABLE group_part DROP COLUMN first_modified, DROP COLUMN last_modified;
  ALTER TABLE group_part ALTER kind TYPE smallint USING right(kind, 1)::smallint;
  ALTER TABLE group_part RENAME COLUMN kind TO digits;
  ALTER TABLE group_part RENAME COLUMN value TO amount;
  ALTER TABLE group_part RENAME TO invoice_amount;
  ALTER INDEX group_part_pkey RENAME TO invoice_amount_pkey;
  INSERT INTO invoice_amount (organization_id, group_id, digits, amount, n, first_created, last_created)
    SELECT organization_id, ever_group, 2, counted_amount(total, 2::smallint), count(*), min(created_sequence), max(created_sequence)
    FROM (SELECT organization_id, ever_group, total, created_sequence FROM invoice
      UNION ALL SELECT organization_id, ever_group, total, created_sequence FROM invoice_label) AS listed
    GROUP BY 1, 2, 4`

/** The texts that invoices are found by. */
const searched = `
  SELECT t.id, t.contact_group, g.search AS of_group, g.n, g.first_created <= t.created_sequence AS begun,
    g.last_modified >= t.modified_sequence AS ended
  FROM invoice AS t LEFT JOIN invoice_group AS g ON g.organization_id = t.organization_id AND g.id = t.contact_group ORDER BY t.id`

/** Restores the schema in which each invoice had the text of its reference, and all of its text if it had no contact. */
const beforeSearchedNumbers = `
  DROP FUNCTION numbers_with;
  DROP INDEX invoice_number;
  CREATE UNIQUE INDEX invoice_number ON invoice (organization_id, serie, numero, tipo_documento) WHERE numero IS NOT NULL;
  ALTER TABLE invoice ADD COLUMN search text, ALTER contact_group DROP NOT NULL;
  UPDATE invoice AS t SET search = coalesce(lower(t.serie) || '-' || t.numero, '') || CASE WHEN t.contacto_id IS NOT NULL THEN ''
      ELSE ' ' || CASE WHEN t.numero IS NULL THEN g.search ELSE left(g.search, -length(t.serie) - 2) END END,
      contact_group = CASE WHEN t.contacto_id IS NOT NULL THEN t.contact_group END
    FROM invoice_group AS g WHERE g.organization_id = t.organization_id AND g.id = t.contact_group;
  UPDATE invoice SET search = btrim(search);
  ALTER TABLE invoice ADD CONSTRAINT invoice_check CHECK ((contact_group IS NULL) = (contacto_id IS NULL));
  CREATE INDEX invoice_search ON invoice USING gin (organization_id, search gin_trgm_ops) WHERE search <> '';
  CREATE INDEX invoice_alone ON invoice (organization_id, created_sequence) INCLUDE (modified_sequence, search)
    WHERE contact_group IS NULL AND search <> '';
  DELETE FROM group_part AS p USING invoice_group AS g WHERE g.id = p.group_id AND g.scale = 'contact' AND g.etiqueta = '';
  DELETE FROM invoice_group WHERE scale = 'contact' AND etiqueta = ''`

/** Restores the schema before that, in which each invoice had its recipient's text too. */
const beforeSearchedRecipients = `
  UPDATE invoice AS t SET contact_group = md5('')::uuid, search = btrim(t.search || ' ' ||
      CASE WHEN t.numero IS NULL THEN g.search ELSE left(g.search, -length(t.serie) - 2) END)
    FROM invoice_group AS g WHERE g.organization_id = t.organization_id AND g.id = t.contact_group;
  DROP INDEX invoice_search, invoice_alone, invoice_group_search;
  CREATE INDEX invoice_search ON invoice USING gin (organization_id, search gin_trgm_ops);
  ALTER TABLE invoice_group DROP COLUMN search;
  DROP FUNCTION invoice_group_id(uuid, text, text, text, text, text, text, date, date, date, text)`

describe("lists in PostgreSQL", () => {
  it.live("give the pages and totals that a full count gives", () =>
    Effect.gen(function*() {
      const both = yield* stores
      for (const history of [...fc.sample(histories, 25), ...fc.sample(largeHistories, 3)]) {
        const organizationId = yield* writeHistory(both, history)
        for (const { filters, today, ...query } of fc.sample(queries, history.made.length > 40 ? 300 : 80)) {
          const conditions = invoiceConditions(filters, today, "Europe/Madrid")
          const [expected, found] = yield* Effect.forEach(both, ({ page }) =>
            Effect.map(page("invoice", { organizationId, conditions, ...query }), ({ rows, total }) =>
              ({ total, places: rows.map((row) => row.createdSequence) })))
          // Serialising the history takes longer than the query.
          if (isDeepStrictEqual(found, expected)) continue
          assert.deepStrictEqual(found, expected, JSON.stringify({ filters, today, query, history }))
        }
      }
      const pool = yield* PostgresPool
      const { rows: [named] } = yield* Effect.promise(() => pool.query<{ alike: boolean; n: number }>(alikeIds))
      assert.isTrue(named?.alike)
      assert.isAbove(named?.n ?? 0, 100)
      const { rows: large } = yield* Effect.promise(() => pool.query<{ scale: string }>(largeGroups))
      assert.deepStrictEqual(large.map(({ scale }) => scale), ["contact", "day", "ever", "month"])
      assert.deepStrictEqual((yield* Effect.promise(() => pool.query(miscounted))).rows, [])
      // Upgrades name the groups of contacts as commits do, with the same searchable texts.
      const upgrade = (step: keyof typeof migrations) =>
        Effect.provide(migrations[step], PgClient.layerFromPool({ acquire: Effect.succeed(pool) }))
      const { rows: foundBy } = yield* Effect.promise(() => pool.query(searched))
      yield* Effect.promise(() => pool.query(beforeSearchedNumbers))
      yield* Effect.promise(() => pool.query(beforeSearchedRecipients))
      yield* upgrade("0025_searched_recipients")
      yield* upgrade("0026_searched_numbers")
      assert.deepStrictEqual((yield* Effect.promise(() => pool.query(searched))).rows, foundBy)
      assert.deepStrictEqual((yield* Effect.promise(() => pool.query(miscounted))).rows, [])
      // An upgrade counts large groups, and groups by label and contact, as commits do.
      const { rows: byContact } = yield* Effect.promise(() => pool.query(groupsOfContacts))
      yield* Effect.promise(() => pool.query(beforeLargeGroups))
      yield* upgrade("0023_large_groups")
      assert.deepStrictEqual((yield* Effect.promise(() => pool.query(largeGroups))).rows, large)
      assert.deepStrictEqual((yield* Effect.promise(() => pool.query(groupsOfContacts))).rows, byContact)
      assert.deepStrictEqual((yield* Effect.promise(() => pool.query(miscounted))).rows, [])
    }).pipe(Effect.scoped, Effect.provide(testStoragePostgres)), 60_000)

  it.live("count a growing group correctly through commits so alike that each is carried out as one prepared statement", () =>
    Effect.gen(function*() {
      const [, store] = yield* stores
      const id = sampleOrganizationId()
      yield* write([store], id, opening(id))
      const issued = { lifecycle: "issued", contacto_id: sampleId(), etiquetas: [], fecha_vencimiento: day("2026-03-20"), total: cents(12_345) } as const
      for (let place = 1; place <= 300; place++) {
        const one = new Snapshot()
        one.set("invoice", sampleInvoice(id, place, { ...issued, numero: place }))
        yield* write([store], id, one)
      }
      const pool = yield* PostgresPool
      assert.deepStrictEqual((yield* Effect.promise(() => pool.query(miscounted))).rows, [])
      const { rows: counted } = yield* Effect.promise(() => pool.query<{ kind: string; n: string }>("SELECT kind, n FROM group_part ORDER BY kind"))
      assert.deepStrictEqual(counted.map(({ kind, n }) => [kind, Number(n)]), [
        ["amount1", 300], ["amount2", 300], ["amount3", 300], ["amount3", 300], ["amount3", 300],
        ["emision", 300], ["last_day", 300], ["vencimiento", 300],
      ])
    }).pipe(Effect.scoped, Effect.provide(testStoragePostgres)), 60_000)

  it.live("find words too long for LIKE by all of their characters, whatever these mean in patterns", () =>
    Effect.gen(function*() {
      const both = yield* stores
      const id = sampleOrganizationId()
      const long = "abcdefghijklmnopqrst(u|v)*.[w]^x$%_\\y{2}"
      const rows = opening(id)
      rows.set("contact", sampleContact(id, 1, { nombre: `Casa ${long}-1` }))
      rows.set("contact", sampleContact(id, 2, { nombre: "Casa abcdefghijklmnopqrstu" }))
      yield* write(both, id, rows)
      const query = { organizationId: id, orden: "antiguo", after: null, limit: 5 } as const
      for (const [word, found] of [[long, 1], [`${long}-2`, 0], [`${long.slice(3)}-1`, 1], ["abcdefghijklmnopqrstu", 1], ["abcdefghijklmnopqrst", 2]] as const) {
        const totals = yield* Effect.forEach(both, ({ page }) =>
          Effect.map(page("contact", { ...query, conditions: matching(word) }), ({ total }) => total))
        assert.deepStrictEqual(totals, [found, found], word)
      }
    }).pipe(Effect.scoped, Effect.provide(testStoragePostgres)))

  it.live("count the deliveries of a subscription, also after removals", () =>
    Effect.gen(function*() {
      const [, store] = yield* stores
      const id = sampleOrganizationId()
      const webhook_id = sampleId()
      const first = opening(id)
      const deliveries = [1, 2, 3].map((place) => sampleDelivery(id, place, { webhook_id: place === 3 ? sampleId() : webhook_id }))
      for (const delivery of deliveries) first.set("delivery", delivery)
      yield* write([store], id, first)
      const query = { organizationId: id, orden: "antiguo", after: null, limit: 1, conditions: equalTo("webhook_id", webhook_id) } as const
      assert.strictEqual((yield* store.page("delivery", query)).total, 2)
      const removal = new Snapshot()
      for (const row of deliveries.slice(0, 1)) {
        removal.add([key("delivery", id, row.id)], { delivery: [row] })
        removal.remove({ table: "delivery", organizationId: id, id: row.id })
      }
      yield* write([store], id, removal)
      assert.strictEqual((yield* store.page("delivery", query)).total, 1)
    }).pipe(Effect.scoped, Effect.provide(testStoragePostgres)))

  it.live("have their own statements for filters that nothing can match", () =>
    Effect.gen(function*() {
      const [, { page }] = yield* stores
      const organizationId = sampleOrganizationId()
      const total = (filters: InvoiceFilters) =>
        Effect.map(
          page("invoice", { organizationId, orden: "reciente", after: null, limit: 1, conditions: invoiceConditions(filters, day("2026-01-01"), "Europe/Madrid") }),
          (found) => found.total,
        )
      // Often enough to become prepared statements.
      for (let i = 0; i < 6; i++) {
        assert.strictEqual(yield* total({ contacto_id: "no-id" }), 0)
        assert.strictEqual(yield* total({ referencia: "F" }), 0)
      }
    }).pipe(Effect.scoped, Effect.provide(testStoragePostgres)))
})
