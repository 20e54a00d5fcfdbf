import type { Key, RowSet, StoredTableName, Tables } from "../../../core/commit/tables.ts"
import type { ContactUse } from "../../../core/contacts/ContactUse.ts"
import { isIdentifier } from "../../../core/identifiers/uuid7.ts"
import type { InvoiceCorrections } from "../../../core/invoices/InvoiceCorrections.ts"
import type { Queries } from "../Statement.ts"
import { boolean, integer, uuid, uuids } from "../tables/columns.ts"
import { layoutOf } from "../tables/fields.ts"
import { storedTables } from "../tables/storedTables.ts"

/** Reads the rows of one table that these keys name. */
export type LoadTable = <T extends StoredTableName>(
  queries: Queries,
  table: T,
  keys: ReadonlyArray<Key>,
) => Promise<ReadonlyArray<Tables[T]>>

/** Each row as it stands in the table. */
export const loadTable: LoadTable = async (queries, table, keys) => {
  const stored = storedTables[table]
  const statement = stored.load(keys)
  return statement === undefined ? [] : (await queries.query(statement)).rows.map(stored.decode)
}

/** The rows of these keys. The statements leave together; each table answers on its own. */
export const loadRows = async (client: Queries, keys: ReadonlyArray<Key>, load: LoadTable = loadTable): Promise<RowSet> => {
  const found: { -readonly [T in StoredTableName]?: ReadonlyArray<Tables[T]> } = {}
  const loadFrom = async <T extends StoredTableName>(table: T, wanted: ReadonlyArray<Key>): Promise<void> => {
    const target: { [K in T]?: ReadonlyArray<Tables[K]> } = found
    target[table] = await load(client, table, wanted)
  }
  const byTable = new Map<StoredTableName, Array<Key>>()
  const contacts: Array<Key> = []
  const corrected: Array<Key> = []
  for (const key of keys) {
    if (key.table === "contactUse") {
      contacts.push(key)
      continue
    }
    if (key.table === "invoiceCorrections") {
      corrected.push(key)
      continue
    }
    const wanted = byTable.get(key.table)
    if (wanted === undefined) byTable.set(key.table, [key])
    else wanted.push(key)
  }
  const loads = [...byTable].map(([table, wanted]) => loadFrom(table, wanted))
  const [contactUse, invoiceCorrections] = await Promise.all([
    contactUses(client, contacts),
    correctionsOf(client, corrected),
    ...loads,
  ])
  return { ...found, contactUse, invoiceCorrections }
}

/** Whether any invoice or expense names these contacts. */
const contactUses = async (client: Queries, keys: ReadonlyArray<Key>): Promise<ReadonlyArray<ContactUse>> => {
  const possible = keys.filter(isPossible)
  if (possible.length === 0) return []
  const { rows } = await client.query({
    name: "contact uses",
    text: `SELECT k.i AS id, ${hasRows("invoice_group", "")} OR ${hasRows("row_group", "g.list = 'expense' AND ")} AS used`
      + " FROM unnest($1::uuid[], $2::uuid[]) AS k(o, i)",
    values: [possible.map((key) => key.organizationId), possible.map((key) => key.id)],
  })
  const used = new Set(rows.map(use.decode).filter((row) => row.used).map(({ id }) => id))
  return possible.map(({ id, organizationId }) => ({ organizationId, id, used: used.has(id) }))
}

const hasRows = (groups: string, own: string): string =>
  `EXISTS (SELECT FROM ${groups} AS g WHERE g.organization_id = k.o AND ${own}g.etiqueta = replace(k.i::text, '-', '')`
  + " AND g.scale = 'contact' AND g.n > 0)"

/** Which issued documents correct these invoices; uses the indexes invoice_rectifies and invoice_exchanges. */
const correctionsOf = async (
  client: Queries,
  keys: ReadonlyArray<Key>,
): Promise<ReadonlyArray<InvoiceCorrections>> => {
  const possible = keys.filter(isPossible)
  if (possible.length === 0) return []
  const { rows } = await client.query({
    name: "invoice corrections",
    text: "SELECT r.diferencias, r.sustituciones, e.canjes"
      + " FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS k(o, i, n)"
      + " CROSS JOIN LATERAL (SELECT"
      + " coalesce(array_agg(t.id::text) FILTER (WHERE t.rectifica ->> 'metodo' = 'diferencias'), '{}') AS diferencias,"
      + " count(*) FILTER (WHERE t.rectifica ->> 'metodo' = 'sustitucion')::int AS sustituciones"
      + " FROM invoice AS t WHERE t.organization_id = k.o AND t.lifecycle = 'issued'"
      + " AND t.rectifica IS NOT NULL AND (t.rectifica -> 'original' ->> 'factura_id') = k.i) AS r"
      // As a filter the company chooses no index: that of its invoices seems the better one while exchanges wait to be sorted.
      + " CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE t.organization_id = k.o AND t.lifecycle = 'issued')::int AS canjes"
      + " FROM invoice AS t WHERE t.sustituye <> '[]'"
      + " AND t.sustituye @> jsonb_build_array(jsonb_build_object('factura_id', k.i))) AS e ORDER BY k.n",
    values: [possible.map((key) => key.organizationId), possible.map((key) => key.id)],
  })
  return rows.flatMap((row, i) => {
    const key = possible[i]
    return key === undefined ? [] : [{ organizationId: key.organizationId, id: key.id, ...counts.decode(row) }]
  })
}

const use = layoutOf<{ readonly id: string; readonly used: boolean }>({ id: uuid, used: boolean }, (field) => field)

const counts = layoutOf<Pick<InvoiceCorrections, "diferencias" | "sustituciones" | "canjes">>(
  { diferencias: uuids, sustituciones: integer, canjes: integer },
  (field) => field,
)

const isPossible = ({ id, organizationId }: Key): boolean => isIdentifier(id) && isIdentifier(organizationId)
