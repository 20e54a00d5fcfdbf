import type pg from "pg"
import { type ChainRecord, verifyChain } from "../../../core/registry/chain.ts"

/** What a company's tables hold, as far as both sides promise it. */
export interface BooksFacts {
  readonly issued: number
  /** Equal to `issued` when there is no gap. */
  readonly lastNumber: number
  /** The events and the stored answers of issues: each as many as `issued`. */
  readonly events: number
  readonly replies: number
  /** Why the chain is broken; undefined when it is intact. */
  readonly fault: string | undefined
  /** The bytes that one issued invoice takes in all tables, without indexes. */
  readonly bytesPerInvoice: number
}

/** Checks a company's tables after the race: speed that loses or breaks something does not count. */
export const booksOf = async (pool: pg.Pool, organizationId: string): Promise<BooksFacts> => {
  const { rows: [facts] } = await pool.query<Omit<BooksFacts, "fault">>(factsOf, [organizationId])
  const { rows: records } = await pool.query<ChainRecord>(
    `SELECT orden, cadena, huella, huella_anterior
     FROM registry_record WHERE organization_id = $1 ORDER BY orden`,
    [organizationId],
  )
  const { rows: [head] } = await pool.query<{ readonly orden: number; readonly huella: string }>(
    "SELECT orden, huella FROM chain_head WHERE organization_id = $1",
    [organizationId],
  )
  if (facts === undefined) throw new Error("an aggregate without a row")
  return { ...facts, fault: verifyChain(() => records, head ?? null)?.mensaje }
}

const countOf = (table: string, condition: string): string =>
  `(SELECT count(*)::integer FROM ${table} WHERE organization_id = $1 AND ${condition})`

const sizeOf = (table: string, condition: string): string =>
  `(SELECT coalesce(avg(pg_column_size(t)), 0) FROM ${table} t WHERE organization_id = $1 AND ${condition})`

const isIssueEvent = "suceso = 'invoice.issued'"
const isIssueReply = `reply ->> 'body' LIKE '%"estado":"sent"%'`

const factsOf = `
  SELECT count(*)::integer AS issued, coalesce(max(numero), 0)::integer AS "lastNumber",
    ${countOf("outbox_event", isIssueEvent)} AS events,
    ${countOf("idempotency_record", isIssueReply)} AS replies,
    (${sizeOf("invoice", "numero IS NOT NULL")} + ${sizeOf("registry_record", "true")}
      + ${sizeOf("outbox_event", isIssueEvent)} + ${sizeOf("idempotency_record", isIssueReply)})::integer
      AS "bytesPerInvoice"
  FROM invoice WHERE organization_id = $1 AND numero IS NOT NULL`
