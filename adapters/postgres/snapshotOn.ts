import { type Effect, Either } from "effect"
import type { OrganizationId } from "../../core/organizations/Organization.ts"
import type { RegistrySnapshot, StorageUnavailable, UnreadableRow } from "../../core/ports/Storage.ts"
import type { RegisteredInvoice } from "../../core/verification/RegisteredInvoice.ts"
import type { PgRecord, Queries } from "./Statement.ts"
import { CorruptRow, date, decimal, integer, money, nullable, oneOf, text, uuid } from "./tables/columns.ts"
import { layoutOf } from "./tables/fields.ts"
import { storedTables } from "./tables/storedTables.ts"

/** Longer than such a statement may take (StoragePostgres.ts), in milliseconds. */
const snapshotMillis = 11 * 60_000

/** Runs what reads on the connection of the snapshot. */
type Read = <A>(run: () => Promise<A>) => Effect.Effect<A, StorageUnavailable>

/** What a company's registry was at the moment at which the connection's transaction began. */
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
        return new Map(rows.map((row) => [uuid.decode(row["id"]), readable(row, invoiceLayout.decode)]))
      }),
    registeredInvoices: read(async () => {
      const [row] = await rowsOf("registered invoices of snapshot", countText, [])
      return integer.decode(row?.["n"])
    }),
    unrecordedInvoice: read(async () => {
      const [row] = await rowsOf("unrecorded invoice of snapshot", unrecordedText, [])
      return row === undefined ? null : { id: uuid.decode(row["id"]), huella: text.decode(row["huella"]) }
    }),
  }
}

/** Come before every place and identifier. */
const leastOrden = "-9223372036854775808"
const leastId = "0".repeat(32)

const { chainHead, registryRecord } = storedTables

/** A huella that is no text cannot be stored; an orden that is no safe number can. */
const readable = <Row>(row: PgRecord, decode: (row: PgRecord) => Row): Either.Either<Row, UnreadableRow> => {
  try {
    return Either.right(decode(row))
  } catch (error) {
    // Amounts beyond the safe integers are ranges that are left.
    if (!(error instanceof CorruptRow || error instanceof RangeError)) throw error
    const { huella, orden } = row
    return Either.left({
      orden: Number.isSafeInteger(orden) ? Number(orden) : null,
      huella: typeof huella === "string" ? huella : "",
    })
  }
}

const invoiceLayout = layoutOf<RegisteredInvoice>({
  id: uuid,
  lifecycle: oneOf("draft", "issued", "cancelled"),
  serie: text,
  numero: nullable(integer),
  fecha_emision: date,
  tipo_cambio: decimal,
  base_imponible: money,
  cuota_iva: money,
  cuota_recargo: money,
  cuota_irpf: money,
  suplidos: money,
  total: money,
  nif: nullable(text),
  huella: nullable(text),
}, (field) => field)

const recordsText = `SELECT ${registryRecord.selected} FROM ${registryRecord.name} AS t WHERE t.organization_id = $1`
  + " AND (t.orden, t.id) > ($2::bigint, $3::uuid) ORDER BY t.orden, t.id LIMIT $4"

const headText = `SELECT ${chainHead.selected} FROM ${chainHead.name} AS t WHERE t.organization_id = $1`

const invoicesText = "SELECT t.id, t.lifecycle, t.serie, t.numero, t.fecha_emision, t.tipo_cambio::text AS tipo_cambio, t.base_imponible,"
  + " t.cuota_iva, t.cuota_recargo, t.cuota_irpf, t.suplidos, t.total, t.issuer ->> 'nif' AS nif,"
  + " t.registry ->> 'huella' AS huella"
  + " FROM unnest($2::uuid[]) AS k(i) JOIN invoice AS t ON t.organization_id = $1 AND t.id = k.i"

const countText = "SELECT count(*)::bigint AS n FROM invoice WHERE organization_id = $1 AND registry IS NOT NULL"

const unrecordedText = "SELECT t.id, coalesce(t.registry ->> 'huella', '') AS huella FROM invoice AS t"
  + " WHERE t.organization_id = $1 AND t.registry IS NOT NULL AND NOT EXISTS"
  + " (SELECT FROM registry_record AS r WHERE r.organization_id = t.organization_id AND r.factura_id = t.id"
  + " AND r.tipo = 'alta' AND r.huella = (t.registry ->> 'huella')) ORDER BY t.created_sequence LIMIT 1"
