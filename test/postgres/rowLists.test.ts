import * as PgClient from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import * as fc from "fast-check"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import { layer as layerOfPool, PostgresPool } from "../../adapters/postgres/connections/PostgresPool.ts"
import type { GroupedTable } from "../../adapters/postgres/groups/rowGroups.ts"
import { migrations } from "../../adapters/postgres/schema/migrate.ts"
import * as StoragePostgres from "../../adapters/postgres/StoragePostgres.ts"
import { isoInstant } from "../../core/calendar/instant.ts"
import { Periodicity } from "../../core/calendar/periodicity.ts"
import { firstHead } from "../../core/commit/CompanyHead.ts"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import { key, type Tables } from "../../core/commit/tables.ts"
import type { OrganizationId } from "../../core/identifiers/organizationId.ts"
import { PaymentForm } from "../../core/invoices/Invoice.ts"
import { between, equalTo, labelled, matching } from "../../core/pagination/listFilters.ts"
import { ListOrder } from "../../core/pagination/listOrder.ts"
import type { Condition } from "../../core/ports/listConditions.ts"
import { type ListedRows, Storage } from "../../core/ports/Storage.ts"
import {
  day,
  sampleContact,
  sampleDeal,
  sampleDonation,
  sampleExpense,
  sampleId,
  sampleMember,
  sampleOrganization,
  sampleOrganizationId,
  samplePayment,
  sampleProduct,
  samplePurchaseOrder,
  sampleStore,
  sampleSubscription,
} from "../support/samples.ts"
import { migratedDatabase, testStoragePostgres } from "../support/testStorage.ts"

/** First and last days of months, days between them, and the ends of the calendar. */
const days = ["0001-01-01", "2025-12-31", "2026-01-01", "2026-01-20", "2026-01-31", "2026-02-01", "2026-03-15", "9999-12-31"].map(day)

const suppliers = [sampleId(), sampleId()] as const

/** Ids that members and contacts share, so that only the field tells them apart. */
const donors = [sampleId(), sampleId()] as const

/** Names that would be mixed up if the parts of a group's name ran together. */
const categories = [null, "", "a", "a b", "=a", "ñ «Ω»"] as const

const anyOf = fc.constantFrom

const labels = anyOf([], ["uno"], ["dos", "uno"], ["uno", "uno"], ["😀 2", "=a"])

/** The seed of the whole run, printed when it fails. */
const seed = fc.sample(fc.integer(), 1)[0] ?? 0
let drawn = 0
const draw = <A>(arbitrary: fc.Arbitrary<A>, numRuns: number): ReadonlyArray<A> => fc.sample(arbitrary, { numRuns, seed: seed + drawn++ })

/** How rows of a list are made and changed, and which filters they are asked with. */
interface ListScenario<T extends GroupedTable> {
  readonly make: (organization: OrganizationId, place: number, given: Partial<Tables[T]>) => Tables[T]
  readonly given: fc.Arbitrary<Partial<Tables[T]>>
  /** False for rows that are created and removed but never changed. */
  readonly changes: boolean
  readonly filters: ReadonlyArray<fc.Arbitrary<ReadonlyArray<Condition<keyof ListedRows[T] & string>>>>
}

const dayRanges = fc.tuple(fc.option(anyOf(...days), { nil: undefined }), fc.option(anyOf(...days), { nil: undefined }))
  .map(([from, to]) => between("fecha", from, to))

const listed: { readonly [T in GroupedTable]: ListScenario<T> } = {
  contact: {
    make: sampleContact,
    given: fc.record({ tipo: anyOf("customer", "supplier"), etiquetas: labels }),
    changes: true,
    filters: [
      anyOf("customer", "supplier").map((tipo) => equalTo("tipo", tipo)),
      anyOf("uno", "dos", "😀 2", "").map((label) => labelled(label)),
    ],
  },
  product: {
    make: sampleProduct,
    given: fc.record({
      categoria: anyOf(...categories),
      clase: anyOf("goods", "service"),
      stock: anyOf(0, 1, 2),
      stock_minimo: anyOf(0, 1),
      etiquetas: labels,
    }),
    changes: true,
    filters: [
      anyOf("goods", "service").map((clase) => equalTo("clase", clase)),
      anyOf("", "a", "a b", "b").map((categoria) => equalTo("categoria", categoria)),
      fc.constant([{ kind: "below_minimum" }]),
      anyOf("uno", "dos", "=a").map((label) => labelled(label)),
      fc.constant(matching("tor")),
    ],
  },
  expense: {
    make: sampleExpense,
    given: fc.record({
      categoria: anyOf(...categories),
      pagado: fc.boolean(),
      estado_aprobacion: anyOf("pending", "approved", "rejected"),
      fecha: anyOf(...days),
      proveedor_id: anyOf(null, ...suppliers),
    }),
    changes: true,
    filters: [
      anyOf("", "a", "a b", "b").map((categoria) => equalTo("categoria", categoria)),
      fc.boolean().map((pagado) => equalTo("pagado", pagado)),
      anyOf("pending", "approved").map((estado) => equalTo("estado_aprobacion", estado)),
      anyOf(...suppliers, "none").map((supplier) => equalTo("proveedor_id", supplier)),
      dayRanges,
      dayRanges,
      fc.constant(matching("f/2026")),
    ],
  },
  deal: {
    make: sampleDeal,
    given: fc.record({
      estado: anyOf("open", "won"),
      etapa: anyOf("a", "a b", "=a", "ñ «Ω»", "won"),
      contacto_id: anyOf(null, ...suppliers),
    }),
    changes: true,
    filters: [
      anyOf("open", "won", "lost").map((estado) => equalTo("estado", estado)),
      anyOf("a", "a b", "b", "won").map((etapa) => equalTo("etapa", etapa)),
      anyOf(...suppliers, "none").map((contact) => equalTo("contacto_id", contact)),
    ],
  },
  purchaseOrder: {
    make: samplePurchaseOrder,
    given: fc.record({
      estado: anyOf("ordered", "received", "cancelled"),
      fecha: anyOf(...days),
      proveedor_id: anyOf(...suppliers),
    }),
    changes: true,
    filters: [
      anyOf("ordered", "received").map((estado) => equalTo("estado", estado)),
      anyOf(...suppliers, "none").map((supplier) => equalTo("proveedor_id", supplier)),
      dayRanges,
      dayRanges,
    ],
  },
  member: {
    make: sampleMember,
    given: fc.record({
      periodicidad: anyOf(...Periodicity.literals),
      baja: anyOf(null, day("2026-01-31"), day("9999-12-31")),
    }),
    changes: true,
    filters: [
      anyOf(...Periodicity.literals).map((periodicity) => equalTo("periodicidad", periodicity)),
      fc.boolean().map((has) => [{ kind: "leaves", has } as const]),
      fc.constant(matching("iglesias 1")),
    ],
  },
  donation: {
    make: sampleDonation,
    given: fc.tuple(
      fc.record({ forma_pago: anyOf(null, ...PaymentForm.literals), fecha: anyOf(...days) }),
      anyOf({}, ...donors.flatMap((donor) => [{ socio_id: donor, contacto_id: null }, { socio_id: null, contacto_id: donor }])),
    ).map(([one, other]) => ({ ...one, ...other })),
    changes: true,
    filters: [
      anyOf("cash", "transfer", "card").map((form) => equalTo("forma_pago", form)),
      anyOf(...donors, "none").map((donor) => equalTo("socio_id", donor)),
      anyOf(...donors, "none").map((donor) => equalTo("contacto_id", donor)),
      dayRanges,
      dayRanges,
    ],
  },
  store: {
    make: sampleStore,
    given: fc.record({ estado: anyOf("active", "paused") }),
    changes: true,
    filters: [anyOf("active", "paused").map((estado) => equalTo("estado", estado))],
  },
  subscription: {
    make: sampleSubscription,
    given: fc.record({ estado: anyOf("active", "paused", "cancelled"), contacto_id: anyOf(...suppliers, sampleId()) }),
    changes: true,
    filters: [
      anyOf("active", "paused", "cancelled").map((estado) => equalTo("estado", estado)),
      anyOf(...suppliers, "none").map((contact) => equalTo("contacto_id", contact)),
    ],
  },
  payment: {
    make: samplePayment,
    given: fc.record({ forma_pago: anyOf(null, "cash", "transfer"), fecha: anyOf(...days) }),
    changes: false,
    filters: [anyOf("cash", "transfer", "card").map((form) => equalTo("forma_pago", form)), dayRanges, dayRanges],
  },
}

const stores = Effect.gen(function*() {
  const memory = yield* Layer.build(StorageMemory.layer)
  return [Context.get(memory, Storage), yield* Storage] as const
})

type Stores = Effect.Effect.Success<typeof stores>

const write = (to: Stores, id: OrganizationId, changes: Snapshot) =>
  Effect.forEach(to, ({ transact }) =>
    transact({ organizationIds: [id], keys: [] }, () => Effect.succeed({ changes: changes.changes(), value: undefined })))

const opened = (to: Stores) =>
  Effect.gen(function*() {
    const id = sampleOrganizationId()
    const first = new Snapshot()
    first.set("organization", sampleOrganization(id))
    first.set("head", firstHead(id))
    yield* write(to, id, first)
    return id
  })

const withChanges = <Row>(row: Row, changes: Partial<Row> | { readonly modifiedSequence: number }): Row => ({ ...row, ...changes })

/**
 * Writes to every store a company whose rows are created, changed and removed in a few commits, with that many alike of
 * each.
 */
const writeHistory = <T extends GroupedTable>(to: Stores, table: T, { changes, given, make }: ListScenario<T>, alikes: number) =>
  Effect.gen(function*() {
    const id = yield* opened(to)
    let place = 0
    let present: ReadonlyArray<Tables[T]> = []
    for (let commit = 0; commit < 3; commit++) {
      const snapshot = new Snapshot()
      const loaded: { [K in T]?: ReadonlyArray<Tables[K]> } = {}
      loaded[table] = present
      snapshot.add(present.map((row) => key(table, id, row.id)), loaded)
      const kept: Array<Tables[T]> = []
      for (const row of present) {
        const fate = draw(fc.nat(4), 1)[0]
        if (fate === 0) snapshot.remove({ table, organizationId: id, id: row.id })
        else if (fate === 1 && changes) {
          const changed = withChanges<Tables[T]>(row, { ...draw(given, 1)[0], modifiedSequence: ++place })
          snapshot.set(table, changed)
          kept.push(changed)
        } else kept.push(row)
      }
      for (const one of draw(given, alikes === 1 ? 12 : 3).flatMap((one) => Array.from({ length: alikes }, () => one))) {
        const row = make(id, ++place, one)
        snapshot.set(table, row)
        kept.push(row)
      }
      present = kept
      yield* write(to, id, snapshot)
    }
    return id
  })

const page = fc.record({ orden: anyOf(...ListOrder.literals), after: fc.option(fc.nat(50)), limit: fc.integer({ min: 1, max: 9 }) })

const alike = <T extends GroupedTable>(to: Stores, table: T) =>
  Effect.gen(function*() {
    for (let company = 0; company < 6; company++) {
      const organizationId = yield* writeHistory(to, table, listed[table], company === 5 ? 300 : 1)
      for (const query of draw(page, company === 5 ? 100 : 30)) {
        const conditions = draw(fc.subarray([...listed[table].filters], { minLength: 1 }), 1).flat()
          .flatMap((filter) => draw(filter, 1)).flat()
        const [expected, found] = yield* Effect.forEach(to, (storage) =>
          Effect.map(storage.page(table, { organizationId, conditions, ...query }), ({ rows, total }) =>
            ({ total, places: rows.map((row) => row.createdSequence) })))
        assert.deepStrictEqual(found, expected, JSON.stringify({ seed, table, conditions, query }))
      }
    }
  })

/** Groups that contain rows, and how many labelled rows belong to each. */
const grouped = `
  SELECT g.organization_id, list, etiqueta, scale, tipo, clase, bajo_minimo, pagado, estado_aprobacion, forma_pago, categoria,
    fecha::text, n, id FROM row_group AS g
    WHERE n > 0 AND list IN ('contact', 'product', 'expense', 'payment') ORDER BY id`
const named = `
  SELECT id, ever_group, null::uuid AS month_group, null::uuid AS day_group, null::uuid AS contact_group FROM contact
  UNION ALL SELECT id, ever_group, null, null, null FROM product
  UNION ALL SELECT id, ever_group, month_group, day_group, contact_group FROM expense
  UNION ALL SELECT id, ever_group, month_group, day_group, null FROM payment ORDER BY id`
const labelRows = "SELECT * FROM row_label ORDER BY list, etiqueta, organization_id, created_sequence"

/** Counts by day for suppliers and donors that differ from a recount, or whose places do not cover theirs. */
const misdated = `
  SELECT * FROM (
    SELECT g.id AS group_id, t.fecha - date '1970-01-01' AS value, count(*) AS n, min(t.created_sequence) AS first,
      max(t.created_sequence) AS last, min(t.modified_sequence) AS earliest, max(t.modified_sequence) AS latest
    FROM (SELECT organization_id, contact_group, fecha, created_sequence, modified_sequence FROM expense
      UNION ALL SELECT organization_id, contact_group, fecha, created_sequence, modified_sequence FROM purchase_order
      UNION ALL SELECT organization_id, contact_group, fecha, created_sequence, modified_sequence FROM donation) AS t
      JOIN row_group AS g ON g.organization_id = t.organization_id AND g.id = t.contact_group AND g.large
    GROUP BY 1, 2) AS t
  FULL JOIN group_part AS d USING (group_id, value)
  WHERE coalesce(t.n, 0) <> d.n OR d.n IS NULL OR d.first_created > t.first OR d.last_created < t.last
    OR d.first_modified > t.earliest OR d.last_modified < t.latest OR d.first_modified IS NULL OR d.kind <> 'emision'`

/** Groups of deals and stores whose count or places differ from a recount. */
const miscounted = `
  SELECT * FROM (
    SELECT of_group AS id, count(*) AS n, min(created_sequence) AS first, max(created_sequence) AS last,
      min(modified_sequence) AS earliest, max(modified_sequence) AS latest
    FROM (
      SELECT ever_group, contact_group, created_sequence, modified_sequence FROM deal
      UNION ALL SELECT ever_group, null, created_sequence, modified_sequence FROM store) AS r
    CROSS JOIN LATERAL unnest(ARRAY[ever_group, contact_group]) AS of_group WHERE of_group IS NOT NULL GROUP BY 1) AS t
  FULL JOIN (SELECT * FROM row_group WHERE list IN ('deal', 'store')) AS g USING (id)
  WHERE coalesce(t.n, 0) <> g.n OR g.n IS NULL OR g.first_created > t.first OR g.last_created < t.last
    OR g.first_modified > t.earliest OR g.last_modified < t.latest`

/** Restores the schema from before the steps that group these rows. */
const before = `
  DROP TABLE row_label;
  DROP TABLE row_group;
  DROP FUNCTION row_group_id;
  ALTER TABLE contact DROP COLUMN ever_group;
  ALTER TABLE product DROP COLUMN ever_group;
  ALTER TABLE expense DROP COLUMN ever_group, DROP COLUMN month_group, DROP COLUMN day_group, DROP COLUMN contact_group;
  ALTER TABLE payment DROP COLUMN ever_group, DROP COLUMN month_group, DROP COLUMN day_group;
  CREATE INDEX expense_supplier ON expense (proveedor_id);
  CREATE INDEX expense_date ON expense (fecha);
  CREATE INDEX payment_date ON payment (fecha);
  CREATE INDEX payment_modified ON payment (modified_sequence)`

describe("lists of contacts, products, expenses, purchase orders and payments in PostgreSQL", () => {
  it.live("give the pages and totals that a full count gives, and are counted by an upgrade as by commits", () =>
    Effect.gen(function*() {
      const both = yield* stores
      yield* alike(both, "contact")
      yield* alike(both, "product")
      yield* alike(both, "expense")
      yield* alike(both, "purchaseOrder")
      yield* alike(both, "payment")
      const pool = yield* PostgresPool
      assert.deepStrictEqual((yield* Effect.promise(() => pool.query(misdated))).rows, [], `seed ${seed}`)
      const { rows: counted } = yield* Effect.promise(() => pool.query("SELECT FROM group_part WHERE n > 0"))
      assert.isAbove(counted.length, 2, `seed ${seed}`)
      const stored = Effect.promise(async () => [(await pool.query(grouped)).rows, (await pool.query(named)).rows, (await pool.query(labelRows)).rows])
      const byCommits = yield* stored
      assert.isAbove(byCommits[0]?.length ?? 0, 200, `seed ${seed}`)
      yield* Effect.promise(() => pool.query(before))
      for (const step of [migrations["0022_groups_of_rows"], migrations["0024_labels_of_rows"]]) {
        yield* Effect.provide(step, PgClient.layerFromPool({ acquire: Effect.succeed(pool) }))
      }
      assert.deepStrictEqual(yield* stored, byCommits, `seed ${seed}`)
    }).pipe(Effect.scoped, Effect.provide(testStoragePostgres)), 60_000)

  it.live("do so for deals and stores, which are counted as they are grouped", () =>
    Effect.gen(function*() {
      const both = yield* stores
      yield* alike(both, "deal")
      yield* alike(both, "store")
      const pool = yield* PostgresPool
      assert.deepStrictEqual((yield* Effect.promise(() => pool.query(miscounted))).rows, [], `seed ${seed}`)
    }).pipe(Effect.scoped, Effect.provide(testStoragePostgres)), 60_000)

  it.live("do so for members and donations", () =>
    Effect.gen(function*() {
      const both = yield* stores
      yield* alike(both, "member")
      yield* alike(both, "donation")
      const pool = yield* PostgresPool
      assert.deepStrictEqual((yield* Effect.promise(() => pool.query(misdated))).rows, [], `seed ${seed}`)
      const { rows: counted } = yield* Effect.promise(() => pool.query("SELECT FROM group_part WHERE n > 0"))
      assert.isAbove(counted.length, 1, `seed ${seed}`)
    }).pipe(Effect.scoped, Effect.provide(testStoragePostgres)), 60_000)

  it.live("do so for subscriptions", () =>
    Effect.flatMap(stores, (both) => alike(both, "subscription")).pipe(Effect.scoped, Effect.provide(testStoragePostgres)), 60_000)

  it.live("tell times to the millisecond, however few digits of a number the database is set to show", () =>
    Effect.gen(function*() {
      const { url } = yield* migratedDatabase
      const few = new URLSearchParams({ options: "-c extra_float_digits=-10" })
      const address = Redacted.make(`${Redacted.value(url)}?${few.toString()}`)
      const { rows } = yield* Effect.gen(function*() {
        const { page, transact } = yield* Storage
        const organizationId = sampleOrganizationId()
        const snapshot = new Snapshot()
        snapshot.set("organization", sampleOrganization(organizationId))
        snapshot.set("head", firstHead(organizationId))
        snapshot.set("contact", sampleContact(organizationId, 1))
        yield* transact({ organizationIds: [organizationId], keys: [] }, () =>
          Effect.succeed({ changes: snapshot.changes(), value: undefined }))
        return yield* page("contact", { organizationId, orden: "reciente", after: null, limit: 1, conditions: [] })
      }).pipe(Effect.provide(StoragePostgres.layer.pipe(
        Layer.provide(layerOfPool({ url: address, connectionsMax: 2 })),
        Layer.provide(EntropyWebCrypto.layer),
      )))
      assert.deepStrictEqual(rows.map(({ creado }) => isoInstant(creado)), ["2025-11-20T00:53:20.123Z"])
    }).pipe(Effect.scoped))
})
