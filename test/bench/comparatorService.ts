import type pg from "pg"
import type { InvoiceInput } from "../../core/invoices/invoiceInput.ts"
import { draftOf, type InvoiceRow, newId, type Party, resourceOf, summaryOf } from "./comparatorDocuments.ts"
import { type ChainRow, issueOf } from "./comparatorRecord.ts"
import { statements } from "./comparatorStatements.ts"
import { type Ask, begin, commit, transactionsOn } from "./comparatorTransactions.ts"
import { type OnceKey, paths } from "./workload.ts"

/** What a key stands for already, if it does. */
interface Known {
  readonly fingerprint: string | null
  readonly reply: { readonly body: string } | null
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

/** Creates and issues for one company; each answers the body of its response. */
export const comparatorService = (pool: pg.Pool, organizationId: string, accessKeyId: string) => {
  const transaction = transactionsOn(pool)

  const create = (input: InvoiceInput, once: OnceKey): Promise<string> =>
    transaction(async (ask) => {
      const keyId = `${accessKeyId}:${once.key}`
      const [, [found]] = await Promise.all([
        ask(begin),
        ask<DraftContext>(statements.readForDraft, [organizationId, input.contacto_id, keyId]),
      ])
      if (found === undefined) throw new Error("no such contact")
      const known = replyOf(found, once)
      if (known !== undefined) return withoutChange(ask, known)
      const now = new Date()
      const invoice = draftOf(input, found.recipient, found.dias_pago, now)
      const answer = resourceOf(invoice)
      const reply = created(invoice.id, answer)
      await Promise.all([
        ask(statements.insertInvoice, invoiceValues(organizationId, invoice)),
        ask(statements.insertEvent, eventValues(organizationId, "invoice.created", invoice, now)),
        ask(statements.insertReply, [organizationId, keyId, once.fingerprint, reply, now]),
        ask(commit),
      ])
      return answer
    })

  const issue = (id: string, once: OnceKey): Promise<string> =>
    transaction(async (ask) => {
      const keyId = `${accessKeyId}:${once.key}`
      const [, [series], [found], [previous]] = await Promise.all([
        ask(begin),
        ask<SeriesRow>(statements.lockSeries, [organizationId, id]),
        ask<IssueContext>(statements.readForIssue, [organizationId, id, keyId]),
        ask<ChainRow>(statements.lockChain, [organizationId]),
      ])
      if (found === undefined || series === undefined) throw new Error("no such invoice")
      const known = replyOf(found, once) ?? (found.lifecycle === "draft" ? undefined : resourceOf(found))
      if (known !== undefined) return withoutChange(ask, known)
      const now = new Date()
      const numero = series.last + 1
      const { cadena, campos, head, huella_anterior, invoice, qr } =
        issueOf(found, found.issuer, numero, previous, organizationId, now)
      const answer = resourceOf(invoice)
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

  return { create, issue }
}

/** Ends a transaction that has nothing to write: its locks go. */
const withoutChange = async (ask: Ask, answer: string): Promise<string> => {
  await ask(commit)
  return answer
}

const created = (id: string, body: string) => ({ status: 201, location: `${paths.invoices}/${id}`, body })

const replyOf = ({ fingerprint, reply }: Known, once: OnceKey): string | undefined => {
  if (fingerprint === null || reply === null) return undefined
  if (fingerprint !== once.fingerprint) throw new Error("the key was used for another request")
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
  [organizationId, newId(), suceso, now, { factura: summaryOf(invoice) }]
