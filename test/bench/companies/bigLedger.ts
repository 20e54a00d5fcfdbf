import { createHash } from "node:crypto"
import type pg from "pg"
import { unhurried } from "./bigCompany.ts"

/**
 * Fills a company with expenses and payments, that many of each, made inside the database. Also writes what commits would have
 * kept for them: groups and counters. `first` is the first of that many places, which have to be reserved. One expense in a
 * thousand is not approved, another one not paid, and one in seven is from the same supplier, whose id is returned.
 */
export const fillLedger = async (pool: pg.Pool, organizationId: string, rows: number, first: number): Promise<string> => {
  for (let done = 0; done < rows; done += piece) {
    const places = [organizationId, first + done, Math.min(piece, rows - done), first, rows]
    await pool.query(expenses, places)
    await pool.query(payments, places)
  }
  await unhurried(pool, async (client) => {
    for (const sql of kept) await client.query(sql, [organizationId])
  })
  return createHash("md5").update("supplier of many").digest("hex")
}

const piece = 20_000

/** Number of days over which their dates are spread, in the order of creation. */
const days = 700

const places = `generate_series($2::bigint, $2::bigint + $3::bigint - 1) AS place,
  LATERAL (SELECT place - $4::bigint + 1 AS nth) AS n,
  LATERAL (SELECT date '2025-01-01' + (nth * ${days - 1} / $5::bigint)::integer AS fecha) AS d`

const expenseTraits = "ARRAY[pagado::text, estado_aprobacion, categoria]"
const paymentTraits = "ARRAY[forma_pago]"
const supplierOf = "replace(proveedor_id::text, '-', '')"

const groupAt = (list: string, scale: string, day: string, label: string, traits: string): string =>
  `row_group_id($1::uuid, '${list}', '${scale}', ${day}, ${label}, ${traits})`

const groupsOf = (list: string, traits: string): string =>
  Object.entries(dayAt).map(([scale, day]) => groupAt(list, scale, day, "''", traits)).join(", ")

const dayAt = { ever: "null::date", month: "month_of(fecha)", day: "fecha" }

const expenses = `
  INSERT INTO expense (organization_id, id, proveedor_id, proveedor, referencia, categoria, clase, fecha, base, tipo_iva,
    cuota_iva, irpf, total, pagado, notas, estado_aprobacion, creado, created_sequence, modified_sequence, search,
    ever_group, month_group, day_group, contact_group)
  SELECT $1::uuid, uuidv7(), proveedor_id, 'Proveedor', 'F-' || nth, categoria, 'service', fecha, 10000, 21, 2100, 0, 12100,
    pagado, null, estado_aprobacion, now(), place, place, 'f-' || nth || ' proveedor', ${groupsOf("expense", expenseTraits)},
    ${groupAt("expense", "contact", "null::date", supplierOf, expenseTraits)}
  FROM ${places},
    LATERAL (SELECT md5(CASE WHEN nth % 7 = 5 THEN 'supplier of many' ELSE 'supplier ' || nth % 1000 END)::uuid AS proveedor_id,
      'Categoría ' || nth % 20 AS categoria, nth % 1000 <> 1 AS pagado,
      CASE WHEN nth % 1000 = 2 THEN 'pending' ELSE 'approved' END AS estado_aprobacion) AS t`

const payments = `
  INSERT INTO payment (organization_id, id, factura_id, importe, fecha, forma_pago, creado, created_sequence, modified_sequence,
    ever_group, month_group, day_group)
  SELECT $1::uuid, uuidv7(), uuidv7(), 12100, fecha, forma_pago, now(), place, place, ${groupsOf("payment", paymentTraits)}
  FROM ${places}, LATERAL (SELECT (ARRAY['transfer', 'card', 'cash'])[1 + (nth % 3)::integer] AS forma_pago) AS t`

const groups = (list: string, traits: string, scale: string, day: string, label: string): string => `
  INSERT INTO row_group (organization_id, list, etiqueta, scale, ${traits}, fecha, id, n, first_created, last_created,
      first_modified, last_modified)
    SELECT organization_id, '${list}', ${label}, '${scale}', ${traits}, ${day}, ${scale}_group, count(*), min(created_sequence),
      max(created_sequence), min(modified_sequence), max(modified_sequence)
    FROM ${list} AS t WHERE organization_id = $1 GROUP BY 1, 3, ${traits}, ${day}, ${scale}_group`

const kept = [
  ...Object.entries(dayAt).flatMap(([scale, day]) => [
    groups("expense", "pagado, estado_aprobacion, categoria", scale, day, "''"),
    groups("payment", "forma_pago", scale, day, "''"),
  ]),
  groups("expense", "pagado, estado_aprobacion, categoria", "contact", "null::date", supplierOf),
  "UPDATE row_group SET large = true WHERE organization_id = $1 AND n >= 256",
  `INSERT INTO group_part (organization_id, group_id, kind, value, n, first_created, last_created, first_modified, last_modified)
   SELECT $1::uuid, g.id, p.kind, p.value, count(*), min(t.created_sequence), max(t.created_sequence),
     min(t.modified_sequence), max(t.modified_sequence)
   FROM expense AS t JOIN row_group AS g ON g.organization_id = $1 AND g.id = t.contact_group AND g.large
     CROSS JOIN LATERAL parts_of_row('contact', null, t.fecha, null, null) AS p
   WHERE t.organization_id = $1 GROUP BY 2, 3, 4`,
  ...["expense", "payment"].map((list) => `
    INSERT INTO counter (organization_id, name, n) SELECT organization_id, '${list}', count(*) FROM ${list}
    WHERE organization_id = $1 GROUP BY 1 ON CONFLICT (organization_id, name) DO UPDATE SET n = excluded.n`),
]
