import { type Effect, Either } from "effect"
import type { OrganizationId } from "../../../core/identifiers/organizationId.ts"
import type { RegistrySnapshot, StorageUnavailable, UnreadableRow } from "../../../core/ports/Storage.ts"
import type { PgRecord, Queries } from "../Statement.ts"
import { CorruptRow, integer, text, uuid } from "../tables/columns.ts"
import { storedTables } from "../tables/storedTables.ts"

/**
 * How long the driver waits for an answer, in milliseconds: longer than the server lets these statements take
 * (StoragePostgres.ts).
 */
const snapshotMillis = 11 * 60_000

/** Runs a read on the connection of the snapshot. */
type Read = <A>(run: () => Promise<A>) => Effect.Effect<A, StorageUnavailable>

/** A company's registry, as the transaction of this connection sees it. */
export const snapshotOn = (client: Queries, organizationId: OrganizationId, read: Read): RegistrySnapshot => {
  const rowsOf = async (name: string, sql: string, values: ReadonlyArray<unknown>) =>
    (await client.query({ name, text: sql, values: [organizationId, ...values], query_timeout: snapshotMillis })).rows
  return {
    records: (after, limit) =>
      read(async () => {
        const place = after === null ? [leastOrden, leastId] : [after.orden, after.id]
        const rows = await rowsOf("records of snapshot", recordsText, [...place, limit])
        return rows.map((row) => readable(row, registryRecord.decode))
      }),
    chainHead: read(async () => {
      const [row] = await rowsOf("chain head of snapshot", headText, [])
      return row === undefined ? Either.right(null) : readable(row, chainHead.decode)
    }),
    invoices: (ids) =>
      read(async () => {
        const rows = await rowsOf("invoices of snapshot", invoicesText, [ids])
        return new Map(rows.map((row) => [uuid.decode(row["id"]), readable(row, invoice.decode)]))
      }),
    registeredInvoices: read(async () => {
      const [row] = await rowsOf("registered invoices of snapshot", countText, [])
      return integer.decode(row?.["n"])
    }),
    unrecordedInvoice: read(async () => {
      const [row] = await rowsOf("unrecorded invoice of snapshot", unrecordedText, [])
      return row === undefined ? null : { id: uuid.decode(row["id"]), huella: text.decode(row["huella"]) }
    }),
    sentThrough: read(async () => {
      const [row] = await rowsOf("sent records of snapshot", sentText, [])
      return row === undefined ? 0 : integer.decode(row["through"])
    }),
    organization: read(async () => {
      const [row] = await rowsOf("organization of snapshot", organizationText, [])
      return row === undefined ? Either.right(null) : readable(row, organization.decode)
    }),
  }
}

/** What comes before every place and every identifier. */
const leastOrden = "-9223372036854775808"
const leastId = "0".repeat(32)

const { chainHead, invoice, organization, registryRecord } = storedTables

/**
 * The row, or what is known of one that cannot be read: its orden, null where it is no safe number, and its huella, which the
 * database only stores as a text.
 */
const readable = <Row>(row: PgRecord, decode: (row: PgRecord) => Row): Either.Either<Row, UnreadableRow> => {
  try {
    return Either.right(decode(row))
  } catch (error) {
    // A RangeError is thrown for an amount beyond the safe integers.
    if (!(error instanceof CorruptRow || error instanceof RangeError)) throw error
    const { huella, orden } = row
    return Either.left({
      orden: Number.isSafeInteger(orden) ? Number(orden) : null,
      huella: typeof huella === "string" ? huella : "",
    })
  }
}

const recordsText = `SELECT ${registryRecord.selected} FROM ${registryRecord.name} AS t
WHERE t.organization_id = $1 AND (t.orden, t.id) > ($2::bigint, $3::uuid)
ORDER BY t.orden, t.id LIMIT $4`

/** Up to the largest safe integer, so that it can be read whatever is stored: that is beyond every record all the same. */
const sentText = `SELECT least(greatest(sent_through, answered_through), ${Number.MAX_SAFE_INTEGER}) AS through
FROM submission_state WHERE organization_id = $1`

const organizationText = `SELECT ${organization.selected} FROM ${organization.name} AS t WHERE t.organization_id = $1 AND t.id = $1`

const headText = `SELECT ${chainHead.selected} FROM ${chainHead.name} AS t WHERE t.organization_id = $1`

const invoicesText = `SELECT ${invoice.selected} FROM unnest($2::uuid[]) AS k(i)
JOIN ${invoice.name} AS t ON t.organization_id = $1 AND t.id = k.i`

const countText = "SELECT count(*)::bigint AS n FROM invoice WHERE organization_id = $1 AND registry IS NOT NULL"

/** An invoice that says it was recorded, but of which there is no such record. */
const unrecordedText = `SELECT t.id, coalesce(t.registry ->> 'huella', '') AS huella
FROM invoice AS t
WHERE t.organization_id = $1 AND t.registry IS NOT NULL AND NOT EXISTS (
  SELECT FROM registry_record AS r
  WHERE r.organization_id = t.organization_id AND r.factura_id = t.id
    AND r.tipo = 'alta' AND r.huella = (t.registry ->> 'huella')
)
ORDER BY t.created_sequence LIMIT 1`
