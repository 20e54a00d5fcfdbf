import type pg from "pg"
import type { Ledger } from "../load/Ledger.ts"
import { chainFaults, type StoredRecord } from "./chain.ts"

/** Queries that find rows of company `$1` whose counterparts are missing or there twice, by what they find. */
const halves: Readonly<Record<string, string>> = {
  "issued under a live key without one record of its huella": `
    SELECT t.id FROM invoice t WHERE t.organization_id = $1 AND t.registry IS NOT NULL AND 1 <>
      (SELECT count(*) FROM registry_record r WHERE r.organization_id = $1 AND r.factura_id = t.id AND r.tipo = 'alta'
        AND r.huella = t.registry ->> 'huella')`,
  "cancelled without one record of it": `
    SELECT t.id FROM invoice t WHERE t.organization_id = $1 AND t.registry IS NOT NULL AND
      (t.lifecycle = 'cancelled')::int <>
      (SELECT count(*) FROM registry_record r WHERE r.organization_id = $1 AND r.factura_id = t.id AND r.tipo = 'anulacion')`,
  "a record without its invoice": `
    SELECT r.id FROM registry_record r WHERE r.organization_id = $1 AND NOT EXISTS
      (SELECT FROM invoice t WHERE t.organization_id = $1 AND t.id = r.factura_id AND t.registry IS NOT NULL)`,
  "a series with a gap, or whose counter is elsewhere": `
    SELECT s.id FROM series s LEFT JOIN LATERAL
      (SELECT count(*) AS n, min(numero) AS first, max(numero) AS last FROM invoice t
        WHERE t.organization_id = $1 AND t.tipo_documento = s.tipo_documento AND t.serie = s.serie AND t.numero IS NOT NULL
      ) AS i ON true
    WHERE s.organization_id = $1 AND (i.n <> s.last OR (s.last > 0 AND (i.first <> 1 OR i.last <> s.last)))`,
  "collected otherwise than its payments add up to": `
    SELECT t.id FROM invoice t WHERE t.organization_id = $1 AND t.cobrado <>
      (SELECT coalesce(sum(p.importe), 0) FROM payment p WHERE p.organization_id = $1 AND p.factura_id = t.id)`,
  "a counter that is no recount": `
    SELECT c.name FROM counter c JOIN (VALUES
        ('contact', (SELECT count(*) FROM contact WHERE organization_id = $1)),
        ('product', (SELECT count(*) FROM product WHERE organization_id = $1)),
        ('expense', (SELECT count(*) FROM expense WHERE organization_id = $1)),
        ('invoice', (SELECT count(*) FROM invoice WHERE organization_id = $1)),
        ('payment', (SELECT count(*) FROM payment WHERE organization_id = $1)),
        ('subscription', (SELECT count(*) FROM subscription WHERE organization_id = $1)),
        ('purchaseOrder', (SELECT count(*) FROM purchase_order WHERE organization_id = $1)),
        ('store', (SELECT count(*) FROM store WHERE organization_id = $1)),
        ('registryRecord', (SELECT count(*) FROM registry_record WHERE organization_id = $1)),
        ('activityEntry', (SELECT count(*) FROM activity_entry WHERE organization_id = $1))) AS v (name, n)
      ON v.name = c.name WHERE c.organization_id = $1 AND c.n <> v.n
    UNION ALL
    SELECT c.name FROM counter c WHERE c.organization_id = $1 AND c.name LIKE 'delivery/%' AND c.n <>
      (SELECT count(*) FROM delivery d WHERE d.organization_id = $1
        AND replace(d.webhook_id::text, '-', '') = split_part(c.name, '/', 2))`,
  "a group of invoices that is no recount": `
    SELECT g.id::text FROM invoice_group g
    WHERE g.organization_id = $1 AND (g.etiqueta = '' OR (g.scale = 'contact' AND g.etiqueta NOT LIKE '% %')) AND g.n <>
      (SELECT count(*) FROM invoice t WHERE t.organization_id = $1 AND g.id = CASE g.scale
        WHEN 'ever' THEN t.ever_group WHEN 'month' THEN t.month_group WHEN 'day' THEN t.day_group ELSE t.contact_group END)`,
  "a group of other rows that is no recount": `
    SELECT id::text FROM (SELECT id, n FROM row_group WHERE organization_id = $1 AND n <> 0) AS g
    FULL JOIN (SELECT id, count(*) AS n FROM (
        SELECT ever_group AS id FROM contact WHERE organization_id = $1
        UNION ALL SELECT ever_group FROM product WHERE organization_id = $1
        UNION ALL SELECT unnest(ARRAY[ever_group, month_group, day_group, contact_group])
          FROM expense WHERE organization_id = $1
        UNION ALL SELECT unnest(ARRAY[ever_group, month_group, day_group, contact_group])
          FROM purchase_order WHERE organization_id = $1
        UNION ALL SELECT unnest(ARRAY[ever_group, contact_group]) FROM subscription WHERE organization_id = $1
        UNION ALL SELECT ever_group FROM store WHERE organization_id = $1
        UNION ALL SELECT unnest(ARRAY[ever_group, month_group, day_group]) FROM payment WHERE organization_id = $1) AS listed
      WHERE id IS NOT NULL GROUP BY id) AS t USING (id)
    WHERE g.n IS DISTINCT FROM t.n`,
  "a part of a group that is no recount": `
    SELECT kind || ' ' || value
    FROM (SELECT * FROM group_part WHERE organization_id = $1) AS a
    FULL JOIN (SELECT group_id, kind, value, count(*) AS n
      FROM (SELECT organization_id AS group_id, 'amount' || s.digits AS kind, counted_amount(total, s.digits) AS value
            FROM invoice, (VALUES (1::smallint), (3::smallint)) AS s (digits) WHERE organization_id = $1
          UNION ALL SELECT g.id, p.kind, p.value FROM (
              SELECT id, scale FROM invoice_group WHERE organization_id = $1 AND large
              UNION ALL SELECT id, scale FROM row_group WHERE organization_id = $1 AND large) AS g
            JOIN (SELECT unnest(ARRAY[ever_group, month_group, contact_group]) AS id, total, fecha_emision AS emision,
                fecha_vencimiento AS vencimiento, last_day_in_time AS last_day FROM invoice WHERE organization_id = $1
              UNION ALL SELECT unnest(ARRAY[ever_group, month_group, contact_group]), total, fecha_emision, fecha_vencimiento,
                last_day_in_time FROM invoice_label WHERE organization_id = $1
              UNION ALL SELECT contact_group, null, fecha, null, null FROM expense WHERE organization_id = $1
              UNION ALL SELECT contact_group, null, fecha, null, null FROM purchase_order WHERE organization_id = $1
              ) AS t USING (id)
            CROSS JOIN LATERAL parts_of_row(g.scale, t.total, t.emision, t.vencimiento, t.last_day) AS p) AS listed
      GROUP BY 1, 2, 3) AS t USING (group_id, kind, value)
    WHERE coalesce(a.n, 0) <> coalesce(t.n, 0)`,
  "a place in the company's order beyond its head": `
    SELECT id FROM invoice WHERE organization_id = $1 AND modified_sequence >
      (SELECT sequence FROM company_head WHERE organization_id = $1)`,
  "a count of webhooks that is no recount": `
    SELECT id FROM webhook_count WHERE organization_id = $1 AND count <>
      (SELECT count(*) FROM webhook WHERE organization_id = $1)`,
}

/**
 * Finds rows of a company that do not fit together. Each of its acknowledged `writes` must have left a stored answer, and nothing
 * else may have; each letter must be there, and each order of its stores with the draft that it became.
 */
export const halfFaults = async (
  pool: pg.Pool,
  organizationId: string,
  writes: number,
  { letters, storeOrders }: Pick<Ledger, "letters" | "storeOrders">,
): Promise<ReadonlyArray<string>> => {
  const faults: Array<string> = []
  for (const [what, sql] of Object.entries(halves)) {
    const { rows } = await pool.query<Record<string, string>>(sql, [organizationId])
    if (rows.length > 0) faults.push(`${what}: ${rows.length}, such as ${Object.values(rows[0] ?? {})[0]}`)
  }
  const { rows: [kept] } = await pool.query<{ answers: string; letters: string }>(
    `SELECT (SELECT count(*) FROM idempotency_record WHERE organization_id = $1) AS answers,
      (SELECT count(*) FROM outgoing_mail WHERE organization_id = $1) AS letters`,
    [organizationId],
  )
  if (Number(kept?.answers) !== writes) faults.push(`${kept?.answers} answers are kept of ${writes} acknowledged writes`)
  if (Number(kept?.letters) !== letters) faults.push(`${kept?.letters} letters are there of ${letters} acknowledged ones`)
  const orders = await pool.query<{ id: string; factura_id: string }>(
    "SELECT id, replace(factura_id::text, '-', '') AS factura_id FROM store_order WHERE organization_id = $1",
    [organizationId],
  )
  const wrong = orders.rows.filter(({ factura_id, id }) => storeOrders.get(id) !== factura_id)
  if (wrong.length > 0) faults.push(`orders are kept with other drafts than was acknowledged, such as ${wrong[0]?.id}`)
  if (orders.rows.length < storeOrders.size) {
    faults.push(`${orders.rows.length} orders are kept of ${storeOrders.size} imported`)
  }
  const records = await pool.query<StoredRecord>(
    `SELECT orden::int AS orden, tipo, factura_id, huella, huella_anterior, cadena, campos
     FROM registry_record WHERE organization_id = $1 ORDER BY orden`,
    [organizationId],
  )
  const heads = await pool.query<{ orden: number; huella: string }>(
    "SELECT orden::int AS orden, huella FROM chain_head WHERE organization_id = $1",
    [organizationId],
  )
  return [...faults, ...chainFaults(records.rows, heads.rows[0]).slice(0, 5)]
}
