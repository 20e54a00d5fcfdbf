import { createHash } from "node:crypto"
import type pg from "pg"
import type { InvoiceInput } from "../../../core/drafts/invoiceInput.ts"
import { type OnceKey, paths } from "../workload.ts"
import {
  dayOf, draftOf, type InvoiceRow, type ListedRow, newId, type Party, type Resource, resourceOf, type Summary, summaryOf,
} from "./documents.ts"
import { type ChainRow, issueOf } from "./record.ts"
import { statements } from "./statements.ts"
import { type Ask, begin, commit, type Statement, transactionsOn } from "./transactions.ts"

/** Whom an access key stands for. */
export interface Who {
  readonly organizationId: string
  readonly accessKeyId: string
  readonly scopes: ReadonlyArray<string>
}

/** A refusal, as the contract words it. */
export class Refused extends Error {
  readonly status: number
  readonly codigo: string

  constructor(status: number, codigo: string, mensaje: string) {
    super(mensaje)
    this.status = status
    this.codigo = codigo
  }
}

/** What was stored under an Idempotency-Key, if anything. */
interface Known {
  readonly fingerprint: string | null
  readonly reply: { readonly status: number; readonly location: string | null; readonly body: string } | null
}

interface DraftContext extends Known {
  readonly recipient: Party & { readonly id: string }
  readonly dias_pago: number | null
}

interface IssueContext extends Known, InvoiceRow {
  readonly issuer: Party
}

interface SeriesRow {
  readonly id: string
  readonly last: number
}

interface KeyRow {
  readonly organization_id: string
  readonly id: string
  readonly scopes: ReadonlyArray<string>
  readonly revocada: Date | null
}

/** A page of a list. */
export interface ListedPage {
  readonly datos: ReadonlyArray<Summary>
  readonly total: number
  /** The place of the last invoice on the page; null when it is the last page. */
  readonly last: number | null
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")

/** Writes the JSON of an invoice. */
type Write = (resource: Resource) => string

/** The operations of the service. Those that write return the JSON of the invoice, which they also store for repetitions. */
export const comparatorService = (pool: pg.Pool) => {
  const transaction = transactionsOn(pool)
  const rowsOf = async <Row extends pg.QueryResultRow>(statement: Statement, values: Array<unknown>) =>
    (await pool.query<Row>({ ...statement, values })).rows

  /** Looks the key up each time, so that a revoked one stops working at once. */
  const authenticate = async (clave: string): Promise<Who | undefined> => {
    const [found] = await rowsOf<KeyRow>(statements.accessKey, [sha256(clave)])
    if (found === undefined || found.revocada !== null) return undefined
    return { organizationId: found.organization_id, accessKeyId: found.id, scopes: found.scopes }
  }

  const create = (who: Who, input: InvoiceInput, once: OnceKey, write: Write): Promise<string> =>
    transaction(async (ask) => {
      const { accessKeyId, organizationId } = who
      const keyId = `${accessKeyId}:${once.key}`
      const [, [found]] = await Promise.all([
        ask(begin),
        ask<DraftContext>(statements.readForDraft, [organizationId, input.contacto_id, keyId]),
      ])
      if (found === undefined) throw new Refused(422, "datos_invalidos", "no existe ese contacto")
      const known = replyOf(found, once)
      if (known !== undefined) return withoutChange(ask, known)
      const now = new Date()
      const invoice = draftOf(input, found.recipient, found.dias_pago, now)
      const answer = write(resourceOf(invoice, dayOf(now)))
      const reply = created(invoice.id, answer)
      await Promise.all([
        ask(statements.insertInvoice, invoiceValues(organizationId, invoice)),
        ask(statements.insertEvent, eventValues(organizationId, "invoice.created", invoice, now)),
        ask(statements.insertReply, [organizationId, keyId, once.fingerprint, reply, now]),
        ask(commit),
      ])
      return answer
    })

  const issue = (who: Who, id: string, once: OnceKey, write: Write): Promise<string> =>
    transaction(async (ask) => {
      const { accessKeyId, organizationId } = who
      const keyId = `${accessKeyId}:${once.key}`
      const [, [series], [found], [previous]] = await Promise.all([
        ask(begin),
        ask<SeriesRow>(statements.lockSeries, [organizationId, id]),
        ask<IssueContext>(statements.readForIssue, [organizationId, id, keyId]),
        ask<ChainRow>(statements.lockChain, [organizationId]),
      ])
      if (found === undefined || series === undefined) throw notFound
      const now = new Date()
      const known = replyOf(found, once)
        ?? (found.lifecycle === "draft" ? undefined : write(resourceOf(found, dayOf(now))))
      if (known !== undefined) return withoutChange(ask, known)
      const numero = series.last + 1
      const { cadena, campos, head, huella_anterior, invoice, qr } =
        issueOf(found, found.issuer, numero, previous, organizationId, now)
      const answer = write(resourceOf(invoice, dayOf(now)))
      const reply = created(id, answer)
      const { fecha, huella, nif, numserie, orden } = head
      const { fecha_emision, fecha_vencimiento, recipient, registry } = invoice
      await Promise.all([
        ask(statements.updateSeries, [organizationId, series.id, numero]),
        ask(statements.insertRecord, [
          organizationId, newId(), id, orden, "alta", false, now, huella, huella_anterior, cadena, campos, qr, huella,
        ]),
        ask(statements.writeChain, [organizationId, orden, huella, nif, numserie, fecha, now]),
        ask(statements.updateInvoice, [
          organizationId, id, numero, recipient, found.issuer, fecha_emision, fecha_vencimiento, registry,
          now,
        ]),
        ask(statements.insertEvent, eventValues(organizationId, "invoice.issued", invoice, now)),
        ask(statements.insertReply, [organizationId, keyId, once.fingerprint, reply, now]),
        ask(commit),
      ])
      return answer
    })

  const invoiceOf = async ({ organizationId }: Who, id: string): Promise<InvoiceRow> => {
    const [found] = await rowsOf<InvoiceRow>(statements.readInvoice, [organizationId, id])
    if (found === undefined) throw notFound
    return found
  }

  const read = async (who: Who, id: string): Promise<Resource> => resourceOf(await invoiceOf(who, id), dayOf(new Date()))

  /** The newest invoices first, and their total: two statements on two connections. */
  const list = async ({ organizationId }: Who, after: number | null, limit: number): Promise<ListedPage> => {
    const [rows, [counted]] = await Promise.all([
      rowsOf<ListedRow>(statements.listInvoices, [organizationId, after ?? Number.MAX_SAFE_INTEGER, limit + 1]),
      rowsOf<{ n: number }>(statements.countInvoices, [organizationId]),
    ])
    const shown = rows.slice(0, limit)
    const today = dayOf(new Date())
    const last = rows.length > limit ? shown.at(-1)?.created_sequence ?? null : null
    return { datos: shown.map((row) => summaryOf(row, today)), total: counted?.n ?? 0, last }
  }

  return { authenticate, create, issue, invoiceOf, list, read }
}

const notFound = new Refused(404, "no_encontrado", "No existe la factura.")

/** Ends a transaction that has nothing to write, to release its locks. */
const withoutChange = async (ask: Ask, answer: string): Promise<string> => {
  await ask(commit)
  return answer
}

const created = (id: string, body: string) => ({ status: 201, location: `${paths.invoices}/${id}`, body })

const replyOf = ({ fingerprint, reply }: Known, once: OnceKey): string | undefined => {
  if (fingerprint === null || reply === null) return undefined
  if (fingerprint !== once.fingerprint) throw new Refused(409, "conflicto", "La clave de idempotencia ya se usó.")
  return reply.body
}

const invoiceValues = (organizationId: string, invoice: InvoiceRow): ReadonlyArray<unknown> => [
  organizationId, invoice.id, invoice.lifecycle, "invoice", "invoice", invoice.serie, invoice.contacto_id,
  invoice.recipient, invoice.fecha_emision, true, invoice.fecha_vencimiento, invoice.dias_vencimiento,
  invoice.forma_pago, invoice.notas, [], "EUR", 1, false, false, invoice.irpf, 0,
  JSON.stringify(invoice.lineas), JSON.stringify(invoice.rates),
  invoice.base_imponible, invoice.cuota_iva, 0, invoice.cuota_irpf, invoice.total, 0, invoice.creado, "draft",
]

const eventValues = (organizationId: string, suceso: string, invoice: InvoiceRow, now: Date) =>
  [organizationId, newId(), suceso, now, { factura: summaryOf(invoice, dayOf(now)) }]
