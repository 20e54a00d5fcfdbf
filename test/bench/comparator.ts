import { Effect, Redacted } from "effect"
import pg from "pg"
import type { InvoiceInput } from "../../core/invoices/invoiceInput.ts"
import { draftsLike, issuing, openBooks, system } from "./books.ts"
import { type ChainRow, draftOf, type InvoiceRow, issueOf, newId, type Party, resourceOf, summaryOf } from "./comparatorDocuments.ts"
import { statements } from "./comparatorStatements.ts"
import { invoiceBody, invoiceInput, onceKey, type OnceKey, paths } from "./workload.ts"

/**
 * What Talonario is held against: an invoicing service as a competent hand writes it, with one transaction per
 * request and row locks. Same tables, indexes and guarantees: numbers without gaps, one chain, totals, and the
 * event and the answer under its idempotency key in the commit of the change.
 */
export const openComparator = (url: Redacted.Redacted<string>, { pipeline }: { readonly pipeline: boolean }) =>
  Effect.gen(function*() {
    const books = yield* Effect.provide(openBooks, system(url))
    const pool = yield* openPool(url, pipeline)
    return yield* Effect.promise(() => onCompany(pool, books))
  })

const openPool = (url: Redacted.Redacted<string>, pipeline: boolean) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const connectionString = Redacted.value(url)
      const pool = new pg.Pool({ connectionString, max: 16, pipeline, options: "-c TimeZone=UTC", types: { getTypeParser } })
      pool.on("error", () => {}) // the query that next needs the connection tells
      return pool
    }),
    (pool) => Effect.promise(() => pool.end()),
  )

const { builtins } = pg.types

/** Amounts and counters are safe integers, dates are civil days. */
const getTypeParser = (oid: number, format?: "text" | "binary"): ((value: string) => unknown) => {
  if (oid === builtins.INT8) return Number
  return oid === builtins.DATE ? String : pg.types.getTypeParser(oid, format)
}

type Owner = Effect.Effect.Success<typeof openBooks>

const onCompany = async (pool: pg.Pool, books: Owner) => {
  const { accessKeyId, contactId, organizationId } = books
  const input = invoiceInput(contactId)
  const body = JSON.stringify(invoiceBody(contactId))
  const service = makeService(pool, organizationId, accessKeyId)

  await pool.query("CREATE SEQUENCE IF NOT EXISTS place")
  await pool.query(
    `INSERT INTO series (organization_id, id, tipo_documento, serie, tipo, last, holds_live, holds_full, holds_simplified)
     VALUES ($1, 'invoice:A', 'invoice', 'A', 'invoice', 0, false, false, false)`,
    [organizationId],
  )
  const template = await service.create(input, onceKey(paths.invoices, body))
  const drafts = draftsLike(idOf(template), pool, organizationId, async (count) => {
    const { rows: [reserved] } = await pool.query<{ first: number }>(
      "SELECT setval('place', nextval('place') + $1) - $1 AS first",
      [count],
    )
    return reserved?.first ?? 0
  })
  return {
    ...books,
    pool,
    drafts,
    create: (): Promise<string> => service.create(input, onceKey(paths.invoices, body)),
    issue: issuing(drafts, (id) => service.issue(id, onceKey(paths.issue(id), ""))),
    service,
  }
}

/** The comparator as it was opened. */
export type Comparator = Awaited<ReturnType<typeof onCompany>>

const idOf = (resource: string): string => {
  const parsed: { readonly id: string } = JSON.parse(resource)
  return parsed.id
}

/** What a key stands for already, if it does. */
interface Known {
  readonly fingerprint: string | null
  readonly reply: { readonly body: string } | null
}

type DraftContext = Known & { readonly recipient: Party & { readonly id: string }; readonly dias_pago: number | null }

type IssueContext = Known & InvoiceRow & { readonly issuer: Party }

const makeService = (pool: pg.Pool, organizationId: string, accessKeyId: string) => {
  const transaction = transactionsOn(pool)

  /** Answers the body of the response. */
  const create = (input: InvoiceInput, once: OnceKey): Promise<string> =>
    transaction(async (ask) => {
      const keyId = `${accessKeyId}:${once.key}`
      const [, [found]] = await Promise.all([
        ask(begin),
        ask<DraftContext>(statements.readForDraft, [organizationId, input.contacto_id, keyId]),
      ])
      if (found === undefined) throw new Error("no such contact")
      const known = replyOf(found, once)
      if (known !== undefined) return known
      const invoice = draftOf(input, found.recipient, found.dias_pago, new Date())
      const answer = resourceOf(invoice)
      await Promise.all([
        ask(statements.insertInvoice, invoiceValues(organizationId, invoice)),
        ask(statements.insertEvent, eventValues(organizationId, "invoice.created", invoice, invoice.creado)),
        ask(statements.insertReply, [organizationId, keyId, once.fingerprint, created(invoice.id, answer), invoice.creado]),
        ask(commit),
      ])
      return answer
    })

  /** Answers the body of the response. */
  const issue = (id: string, once: OnceKey): Promise<string> =>
    transaction(async (ask) => {
      const keyId = `${accessKeyId}:${once.key}`
      const [, [series], [found], [previous]] = await Promise.all([
        ask(begin),
        ask<{ readonly id: string; readonly last: number }>(statements.lockSeries, [organizationId, id]),
        ask<IssueContext>(statements.readForIssue, [organizationId, id, keyId]),
        ask<ChainRow>(statements.lockChain, [organizationId]),
      ])
      if (found === undefined || series === undefined) throw new Error("no such invoice")
      const known = replyOf(found, once)
      if (known !== undefined) return known
      if (found.lifecycle !== "draft") return resourceOf(found)
      const now = new Date()
      const numero = series.last + 1
      const { cadena, campos, head, huella_anterior, invoice, qr } =
        issueOf(found, found.issuer, numero, previous, organizationId, now)
      const answer = resourceOf(invoice)
      const { fecha, huella, nif, numserie, orden } = head
      await Promise.all([
        ask(statements.updateSeries, [organizationId, series.id, numero]),
        ask(statements.insertRecord, [
          organizationId, newId(), id, orden, "alta", false, now, huella, huella_anterior, cadena, campos, qr,
        ]),
        ask(statements.writeChain, [organizationId, orden, huella, nif, numserie, fecha, now]),
        ask(statements.updateInvoice, [
          organizationId, id, numero, invoice.recipient, found.issuer, invoice.fecha_emision, invoice.fecha_vencimiento,
          invoice.registry, now,
        ]),
        ask(statements.insertEvent, eventValues(organizationId, "invoice.issued", invoice, now)),
        ask(statements.insertReply, [organizationId, keyId, once.fingerprint, created(id, answer), now]),
        ask(commit),
      ])
      return answer
    })

  return { create, issue }
}

const created = (id: string, body: string) => ({ status: 201, location: `${paths.invoices}/${id}`, body })

const replyOf = ({ fingerprint, reply }: Known, once: OnceKey): string | undefined => {
  if (fingerprint === null || reply === null) return undefined
  if (fingerprint !== once.fingerprint) throw new Error("the key was used for another request")
  return reply.body
}

const invoiceValues = (organizationId: string, invoice: InvoiceRow): ReadonlyArray<unknown> => [
  organizationId, invoice.id, invoice.lifecycle, "invoice", "invoice", invoice.serie, invoice.contacto_id, invoice.recipient,
  invoice.fecha_emision, true, invoice.fecha_vencimiento, invoice.dias_vencimiento, invoice.forma_pago, invoice.notas, [],
  "EUR", 1, false, false, invoice.irpf, 0, JSON.stringify(invoice.lineas), JSON.stringify(invoice.rates),
  invoice.base_imponible, invoice.cuota_iva, 0, invoice.cuota_irpf, invoice.total, 0, invoice.creado, "draft",
]

const eventValues = (organizationId: string, suceso: string, invoice: InvoiceRow, now: Date): ReadonlyArray<unknown> =>
  [organizationId, newId(), suceso, now, { factura: summaryOf(invoice) }]

interface Statement {
  readonly name?: string
  readonly text: string
}

const begin: Statement = { text: "BEGIN" }
const commit: Statement = { text: "COMMIT" }

type Ask = <Row extends pg.QueryResultRow>(statement: Statement, values?: ReadonlyArray<unknown>) => Promise<ReadonlyArray<Row>>

/** Runs a body on a connection of its own; one that a failed body leaves behind is closed, which rolls back. */
const transactionsOn = (pool: pg.Pool) => {
  const attempt = async <A>(body: (ask: Ask) => Promise<A>): Promise<A> => {
    const client = await pool.connect()
    let done = false
    try {
      const answer = await body(asking(client, pool.options.pipeline === true))
      done = true
      return answer
    } finally {
      client.release(!done)
    }
  }
  // A twin that came first has taken the idempotency key: the second attempt finds its answer.
  return <A>(body: (ask: Ask) => Promise<A>): Promise<A> =>
    attempt(body).catch((error: unknown) => {
      if (error instanceof pg.DatabaseError && error.constraint === "idempotency_record_pkey") return attempt(body)
      throw error
    })
}

/** Pipelined, statements leave at once; otherwise each waits for the answer to the one before it. */
const asking = (client: pg.PoolClient, pipelined: boolean): Ask => {
  let previous: Promise<unknown> = Promise.resolve()
  return async <Row extends pg.QueryResultRow>(statement: Statement, values: ReadonlyArray<unknown> = []) => {
    const query = () => client.query<Row>({ ...statement, values: [...values] })
    const answer = pipelined ? query() : previous.then(query)
    previous = answer
    return (await answer).rows
  }
}
