import { createHash } from "node:crypto"
import type pg from "pg"
import { type Scale, scales } from "../../../adapters/postgres/groups/groups.ts"

/** What a company was filled with. */
export interface Filled {
  readonly rows: number
  /** The place of the row in the middle, in the company's order of creation. */
  readonly middlePlace: number
  /** The recipients of one invoice in a thousand, and of one in seven. */
  readonly contactId: string
  readonly bigContactId: string
  /** One of the invoices. */
  readonly invoiceId: string
}

/**
 * Fills a company with issued invoices, copied inside the database from a draft that the service made, but with other numbers,
 * days, recipients and states. Also writes what commits would have kept for them: labels, groups and counters. `first` is the
 * first of that many places, which have to be reserved.
 */
export const fillCompany = async (
  pool: pg.Pool,
  organizationId: string,
  templateId: string,
  rows: number,
  first: number,
): Promise<Filled> => {
  // In pieces, so that no statement comes near its timeout.
  for (let done = 0; done < rows; done += piece) {
    const places = [first + done, Math.min(piece, rows - done), first]
    await pool.query(copies, [organizationId, templateId, ...places, Math.max(3, Math.floor(rows / rare)), rows])
  }
  await unhurried(pool, async (client) => {
    for (const sql of kept) {
      await client.query(sql, [organizationId])
      // Otherwise the next statements are planned for an empty table.
      if (rows > piece) await client.query("ANALYZE invoice_group")
    }
  })
  const bigContactId = createHash("md5").update("contact of many").digest("hex")
  const middlePlace = first + Math.floor(rows / 2)
  const { rows: [middle] } = await pool.query<{ id: string; contacto_id: string }>(
    "SELECT id, contacto_id FROM invoice WHERE organization_id = $1 AND created_sequence >= $2"
      + " AND contacto_id <> $3 ORDER BY created_sequence LIMIT 1",
    [organizationId, middlePlace, bigContactId],
  )
  if (middle === undefined) throw new Error("a company without its middle")
  return { rows, middlePlace, contactId: middle.contacto_id, bigContactId, invoiceId: middle.id }
}

/** Vacuums and analyzes the filled tables, once for all companies; this may take minutes. */
export const settle = (pool: pg.Pool): Promise<unknown> =>
  unhurried(pool, (client) =>
    client.query("VACUUM ANALYZE group_part, invoice, invoice_group, invoice_label, expense, payment, row_group, counter"))

/** Works on a separate connection, without a statement timeout. */
export const unhurried = async <A>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<A>): Promise<A> => {
  const client = await pool.connect()
  try {
    await client.query("SET statement_timeout = 0")
    return await work(client)
  } finally {
    client.release(true)
  }
}

const piece = 20_000

/** However large the company is, this many invoices are quotes in their own series, and as many have a rare label. */
const rare = 40

/** Number of days over which the dates of issue are spread, in the order of creation. */
const days = 700

/** The groups of a row under a label, as pairs of column and value. */
const groupsOf = (row: string, label: string): string =>
  scales.map((scale) => `'${scale}_group', ${groupAt(row, label, scale)}`).join(", ")

const groupAt = (row: string, label: string, scale: Scale, search = "null"): string =>
  `invoice_group_id(${row}.organization_id, ${label}, '${scale}', ${row}.tipo_documento, ${row}.tipo, ${row}.serie,
    ${row}.standing, ${daysAt(row)[scale]}, ${search})`

/** The text by which the groups of a row's contact are searched. */
const searched = (row: string): string => `'cliente ' || md5(${row}.contacto_id::text) || ' ' || lower(${row}.serie) || '-'`

/** The label of the groups of a row's contact. */
const contactOf = (row: string): string => `replace(${row}.contacto_id::text, '-', '')`

/** The labels of the contact's groups: the contact alone, and with each of the row's own labels. */
const contactLabels = `${contactOf("t")} || ARRAY(SELECT ${contactOf("t")} || ' ' || held FROM unnest(t.etiquetas) AS held)`

const noDays = "null::date, null::date, null::date"

const daysAt = (row: string): Readonly<Record<Scale, string>> => ({
  ever: noDays,
  contact: noDays,
  month: `month_of(${row}.last_day_in_time), month_of(${row}.fecha_emision), month_of(${row}.fecha_vencimiento)`,
  day: `${row}.last_day_in_time, ${row}.fecha_emision, ${row}.fecha_vencimiento`,
})

const copies = `
  INSERT INTO invoice
  SELECT grouped.*
  FROM invoice AS draft,
       generate_series($3::bigint, $3::bigint + $4::bigint - 1) AS place,
       LATERAL (SELECT place - $5::bigint + 1 AS nth) AS n,
       LATERAL (SELECT date '2025-01-01' + (nth * ${days - 1} / $7::bigint)::integer AS day,
         nth % $6::bigint = 1 AS quote, nth % 3 * 30 AS term) AS d,
       LATERAL (SELECT NOT quote AND (nth % 10 = 0 OR nth > $7::bigint * 0.9) AS due) AS s,
       jsonb_populate_record(draft, jsonb_build_object(
         'id', uuidv7(), 'created_sequence', place, 'modified_sequence', place,
         'lifecycle', 'issued', 'numero', nth,
         'tipo_documento', CASE WHEN quote THEN 'quote' ELSE 'invoice' END,
         'serie', CASE WHEN quote THEN 'P' WHEN nth % 8 = 0 THEN 'M' ELSE 'L' END,
         'etiquetas', CASE WHEN nth % $6::bigint = 2 THEN '["norte"]' WHEN nth % 7 = 3 THEN '["sur"]' ELSE '[]' END::jsonb,
         'contacto_id', md5('contact ' || CASE WHEN nth % 7 = 5 THEN 'of many' ELSE (nth % 1000)::text END)::uuid,
         'fecha_emision', day, 'fecha_vencimiento', day + term::integer, 'emitida', day,
         'total', draft.total + nth * 7919 % 100000,
         'standing', CASE WHEN due THEN 'due' WHEN quote THEN 'sent' ELSE 'paid' END,
         'last_day_in_time', CASE WHEN due THEN day + term::integer END)) AS copy,
       jsonb_populate_record(copy, jsonb_build_object(${groupsOf("copy", "''")},
         'contact_group', ${groupAt("copy", contactOf("copy"), "contact", searched("copy"))})) AS grouped
  WHERE draft.organization_id = $1 AND draft.id = $2`

/** Queries for the parts of the company and of its large groups. */
const parts = [
  `SELECT organization_id, 'amount' || s.digits, counted_amount(total, s.digits), created_sequence, null::bigint
   FROM invoice, (VALUES (1::smallint), (3::smallint)) AS s (digits) WHERE organization_id = $1`,
  ...([["invoice", "ever"], ["invoice", "month"], ["invoice", "contact"], ["invoice_label", "ever"], ["invoice_label", "month"], ["invoice_label", "contact"]] as const)
    .map(([table, scale]) =>
      `SELECT g.id, p.kind, p.value, created_sequence, modified_sequence FROM ${table} AS t
       JOIN invoice_group AS g ON g.organization_id = $1 AND g.id = t.${scale}_group AND g.large
       CROSS JOIN LATERAL parts_of_row('${scale}', total, fecha_emision, fecha_vencimiento, last_day_in_time) AS p
       WHERE t.organization_id = $1`),
]

/** Writes what commits would have kept: see adapters/postgres/lists/counts/counters.ts and labels.ts. */
const kept = [
  `INSERT INTO invoice_label
   SELECT made.* FROM invoice AS t, unnest(t.etiquetas) AS label,
     jsonb_populate_record(null::invoice_label,
       to_jsonb(t) || jsonb_build_object('etiqueta', label, ${groupsOf("t", "label")},
         'contact_group', ${groupAt("t", `${contactOf("t")} || ' ' || label`, "contact")})) AS made
   WHERE t.organization_id = $1`,
  `INSERT INTO counter (organization_id, name, n)
   SELECT organization_id, 'invoice', count(*) FROM invoice WHERE organization_id = $1 GROUP BY 1
   ON CONFLICT (organization_id, name) DO UPDATE SET n = excluded.n`,
  "DELETE FROM invoice_group WHERE organization_id = $1",
  ...[...scales, "contact" as const].map((scale) => `
   INSERT INTO invoice_group (organization_id, etiqueta, scale, tipo_documento, tipo, serie, standing, last_day, emision,
     vencimiento, search, n, first_created, last_created, first_modified, last_modified, id)
   SELECT counted.*, invoice_group_id(organization_id, label, scale, tipo_documento, tipo, serie, standing, l, e, v, s) FROM (
     SELECT t.organization_id, label, '${scale}' AS scale, t.tipo_documento, t.tipo, t.serie, t.standing, d.l, d.e, d.v,
       ${scale === "contact" ? `CASE WHEN label NOT LIKE '% %' THEN ${searched("t")} END` : "null::text"} AS s, count(*), min(created_sequence), max(created_sequence), min(modified_sequence), max(modified_sequence)
     FROM invoice AS t, unnest(${scale === "contact" ? contactLabels : "array_append(t.etiquetas, '')"}) AS label, LATERAL (VALUES (${daysAt("t")[scale]})) AS d (l, e, v)
     WHERE t.organization_id = $1 GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11) AS counted`),
  "UPDATE invoice_group SET large = true WHERE organization_id = $1 AND n >= 256",
  "DELETE FROM group_part WHERE organization_id = $1",
  ...parts.map((part) => `
   INSERT INTO group_part (organization_id, group_id, kind, value, n, first_created, last_created, first_modified, last_modified)
   SELECT $1::uuid, group_id, kind, value, count(*), min(created), max(created), min(modified), max(modified)
   FROM (${part}) AS listed (group_id, kind, value, created, modified) GROUP BY 2, 3, 4`),
]
