import type { Key } from "../../../core/commit/tables.ts"
import type { ContactUse } from "../../../core/contacts/ContactUse.ts"
import { isIdentifier } from "../../../core/identifiers/uuid7.ts"
import type { InvoiceCorrections } from "../../../core/invoices/InvoiceCorrections.ts"
import type { Queries } from "../Statement.ts"
import { boolean, integer, uuid, uuids } from "../tables/columns.ts"
import { layoutOf } from "../tables/fields.ts"

// What other rows refer to a contact or to an invoice: keys of `contactUse` and `invoiceCorrections` name these rows, which
// are in no table but looked up.

/** Whether any document or expense names these contacts: their groups tell, so no row is looked at. */
export const contactUses = async (queries: Queries, keys: ReadonlyArray<Key>): Promise<ReadonlyArray<ContactUse>> => {
  const possible = keys.filter(isPossible)
  if (possible.length === 0) return []
  const { rows } = await queries.query({ ...usesStatement, values: valuesOf(possible) })
  const used = new Set(rows.map(use.decode).filter((row) => row.used).map(({ id }) => id))
  return possible.map(({ id, organizationId }) => ({ organizationId, id, used: used.has(id) }))
}

/** Which issued documents correct these invoices. */
export const invoiceCorrections = async (
  queries: Queries,
  keys: ReadonlyArray<Key>,
): Promise<ReadonlyArray<InvoiceCorrections>> => {
  const possible = keys.filter(isPossible)
  if (possible.length === 0) return []
  const { rows } = await queries.query({ ...correctionsStatement, values: valuesOf(possible) })
  return rows.flatMap((row, i) => {
    const key = possible[i]
    return key === undefined ? [] : [{ organizationId: key.organizationId, id: key.id, ...corrections.decode(row) }]
  })
}

const isPossible = ({ id, organizationId }: Key): boolean => isIdentifier(id) && isIdentifier(organizationId)

const valuesOf = (keys: ReadonlyArray<Key>): Array<unknown> => [keys.map((key) => key.organizationId), keys.map((key) => key.id)]

/** Whether the contact `k` has a group that is not empty, among those of a table that `condition` lets through. */
const hasGroup = (groups: string, condition: string): string => `EXISTS (
  SELECT FROM ${groups} AS g
  WHERE g.organization_id = k.o AND ${condition}g.etiqueta = replace(k.i::text, '-', '') AND g.scale = 'contact' AND g.n > 0
)`

const usesStatement = {
  name: "contact uses",
  text: `SELECT k.i AS id, ${hasGroup("invoice_group", "")} OR ${hasGroup("row_group", "g.list = 'expense' AND ")} AS used
FROM unnest($1::uuid[], $2::uuid[]) AS k(o, i)`,
}

const use = layoutOf<{ readonly id: string; readonly used: boolean }>({ id: uuid, used: boolean }, (field) => field)

/**
 * Rectifications are found in the index invoice_rectifies, exchanges in invoice_exchanges. Of the latter, the company is a
 * condition on what was found (FILTER): in WHERE it would have the planner prefer the index of a company's invoices while
 * exchanges still wait to be sorted into theirs.
 */
const correctionsStatement = {
  name: "invoice corrections",
  text: `SELECT r.diferencias, r.sustituciones, e.canjes
FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS k(o, i, n)
CROSS JOIN LATERAL (
  SELECT
    coalesce(array_agg(t.id::text) FILTER (WHERE t.rectifica ->> 'metodo' = 'diferencias'), '{}') AS diferencias,
    count(*) FILTER (WHERE t.rectifica ->> 'metodo' = 'sustitucion')::int AS sustituciones
  FROM invoice AS t
  WHERE t.organization_id = k.o AND t.lifecycle = 'issued'
    AND t.rectifica IS NOT NULL AND (t.rectifica -> 'original' ->> 'factura_id') = k.i
) AS r
CROSS JOIN LATERAL (
  SELECT count(*) FILTER (WHERE t.organization_id = k.o AND t.lifecycle = 'issued')::int AS canjes
  FROM invoice AS t
  WHERE t.sustituye <> '[]' AND t.sustituye @> jsonb_build_array(jsonb_build_object('factura_id', k.i))
) AS e
ORDER BY k.n`,
}

const corrections = layoutOf<Pick<InvoiceCorrections, "diferencias" | "sustituciones" | "canjes">>(
  { diferencias: uuids, sustituciones: integer, canjes: integer },
  (field) => field,
)
