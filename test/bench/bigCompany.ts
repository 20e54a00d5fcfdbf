import type pg from "pg"

/** What a company was filled with. */
export interface Filled {
  readonly rows: number
  /** Place in the company's order of the row in the middle. */
  readonly middlePlace: number
  /** The recipient of one invoice in a thousand. */
  readonly contactId: string
  /** One of the invoices. */
  readonly invoiceId: string
}

/**
 * Fills a company with issued invoices copied inside the database from one draft that was made in earnest, with other
 * numbers, days, recipients and states; and with what commits would have kept of them: counters and places.
 */
export const fillCompany = async (
  pool: pg.Pool,
  organizationId: string,
  templateId: string,
  rows: number,
): Promise<Filled> => {
  const { rows: [head] } = await pool.query<{ first: number }>(
    `UPDATE company_head SET sequence = sequence + $2 WHERE organization_id = $1 RETURNING sequence - $2 + 1 AS first`,
    [organizationId, rows],
  )
  if (head === undefined) throw new Error("a company without its head")
  const { first } = head
  // In pieces: each is far from any timeout.
  for (let done = 0; done < rows; done += piece) {
    const places = [first + done, Math.min(piece, rows - done), first]
    await pool.query(copies, [organizationId, templateId, ...places, Math.floor(rows / rare)])
  }
  await pool.query(counts, [organizationId])
  await pool.query("VACUUM ANALYZE invoice")
  const middlePlace = first + Math.floor(rows / 2)
  const { rows: [middle] } = await pool.query<{ id: string; contacto_id: string }>(
    "SELECT id, contacto_id FROM invoice WHERE organization_id = $1 AND created_sequence = $2",
    [organizationId, middlePlace],
  )
  if (middle === undefined) throw new Error("a company without its middle")
  return { rows, middlePlace, contactId: middle.contacto_id, invoiceId: middle.id }
}

const piece = 20_000

/** So many, in a company of whatever size, are quotes of their own series; and as many have a label. */
const rare = 40

const copies = `
  INSERT INTO invoice
  SELECT copy.*
  FROM invoice AS draft,
       generate_series($3::bigint, $3::bigint + $4::bigint - 1) AS place,
       LATERAL (SELECT place - $5::bigint + 1 AS nth) AS n,
       jsonb_populate_record(draft, jsonb_build_object(
         'id', uuidv7(), 'created_sequence', place, 'modified_sequence', place,
         'lifecycle', 'issued', 'numero', nth,
         'tipo_documento', CASE WHEN nth % $6::bigint = 1 THEN 'quote' ELSE 'invoice' END,
         'serie', CASE WHEN nth % $6::bigint = 1 THEN 'P' ELSE 'L' END,
         'etiquetas', CASE WHEN nth % $6::bigint = 2 THEN '["norte"]' ELSE '[]' END::jsonb,
         'contacto_id', md5('contact ' || nth % 1000)::uuid,
         'fecha_emision', date '2024-11-01' + (nth % 700)::integer,
         'fecha_vencimiento', date '2024-11-01' + (nth % 700)::integer + 30,
         'emitida', now(),
         'search', 'l-' || nth || ' cliente ' || md5((nth % 5000)::text),
         'standing', CASE WHEN nth % 10 = 0 THEN 'due' ELSE 'paid' END,
         'last_day_in_time', CASE WHEN nth % 10 = 0 THEN date '2024-11-01' + (nth % 700)::integer + 30 END)) AS copy
  WHERE draft.organization_id = $1 AND draft.id = $2`

const counts = `
  INSERT INTO counter (organization_id, name, n)
  SELECT organization_id, counted.name, count(*)
  FROM invoice, LATERAL (VALUES
    ('invoice'),
    ('invoice/' || standing || CASE WHEN standing = 'due' THEN '/' || coalesce(last_day_in_time::text, 'never') ELSE '' END),
    ('invoice/day/' || fecha_emision),
    ('invoice/tipo_documento/' || tipo_documento),
    ('invoice/tipo/' || tipo),
    ('invoice/serie/' || serie)) AS counted (name)
  WHERE organization_id = $1 GROUP BY 1, 2
  ON CONFLICT (organization_id, name) DO UPDATE SET n = excluded.n`
