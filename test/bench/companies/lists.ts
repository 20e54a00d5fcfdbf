import { Context, Effect, Layer, type Redacted } from "effect"
import { PostgresPool } from "../../../adapters/postgres/connections/PostgresPool.ts"
import { GroupCommit } from "../../../core/commit/GroupCommit.ts"
import { draftInvoice } from "../../../core/drafts/draftInvoice.ts"
import { makeCursors } from "../../../core/pagination/cursor.ts"
import { openBooks, system } from "../books.ts"
import { isBuilt, startCaller, startService } from "../childProcesses.ts"
import { reservePlaces } from "../inProcess/talonario.ts"
import { type Pace, race } from "../measuring/measure.ts"
import { count, millis, named, say, table, times } from "../measuring/report.ts"
import { invoiceBody, invoiceInput, paths } from "../workload.ts"
import { fillCompany, settle } from "./bigCompany.ts"
import { fillLedger } from "./bigLedger.ts"

/** The number of invoices of the small company. */
const fewRows = 1_000

/** Measures lists over HTTP in a company of many invoices and in one of a thousand: where both take as long, size does not matter. */
export const listsPart = (url: Redacted.Redacted<string>, pace: Pace, rows: number) =>
  Effect.gen(function*() {
    if (!isBuilt()) return yield* say("\nLists: left out, there is no dist/ (npm run build)")
    const built = yield* Layer.build(system(url))
    const service = yield* startService(url)
    const call = yield* startCaller
    const open = (amount: number) => Effect.provide(openCompany(amount), built)
    const few = yield* open(fewRows)
    const started = performance.now()
    const many = yield* open(rows)
    yield* Effect.promise(() => settle(Context.get(built, PostgresPool)))
    yield* say(`\n${count(rows)} invoices loaded in ${count((performance.now() - started) / 1000)} s`)

    const cursors = makeCursors(service.secret)
    const lines: Array<ReadonlyArray<string>> = []
    const addressOf = ({ list, path }: Asked, company: Company): string =>
      `${paths[list ?? "invoices"]}${path(company, (position) =>
        cursors.sign({ organization: company.organizationId, collection: "facturas", orden: "reciente", position }))}`
    for (const asked of requests) {
      const { name, body = "", method = "GET", status = 200 } = asked
      const most = method === "GET" ? yield* Effect.promise(() => shown(service.address, few.clave, addressOf(asked, few))) : undefined
      const limit = most === undefined ? "" : `limite=${Math.max(1, most)}`
      const side = (label: string, company: Company) => ({
        name: label,
        run: (connections: number, time: number) =>
          call({
            address: service.address,
            connections,
            millis: time,
            method,
            targets: [{
              accessKey: company.clave,
              path: withParameter(addressOf(asked, company), limit),
              body: body === "" ? "" : JSON.stringify(invoiceBody(company.customerId)),
            }],
            repeats: true,
            expectedStatus: status,
          }),
      })
      const results = yield* Effect.promise((signal) =>
        race([side("few", few), side("many", many)], 4, pace, signal))
      const [small, big] = [named(results, "few"), named(results, "many")]
      lines.push([name, most === undefined ? "" : count(most), millis(small.p50), millis(small.p99), millis(big.p50), millis(big.p99), times(big.p50, small.p50)])
    }
    yield* say(`\nLists over HTTP, 4 connections: a company of ${count(fewRows)} invoices beside one of ${count(rows)}\n`)
    yield* say(table(1, ["request", "rows", "p50 ms", "p99 ms", "p50 ms, many", "p99 ms, many", "ratio"], lines))
  }).pipe(Effect.scoped)

/** How many rows the first page of a list shows, undefined for other reads. Both companies are then asked for that many. */
const shown = async (address: string, clave: string, path: string): Promise<number | undefined> => {
  const answer: unknown = await (await fetch(`${address}${path}`, { headers: { authorization: `Bearer ${clave}` } })).json()
  return isList(answer) ? answer.datos.length : undefined
}

const isList = (answer: unknown): answer is { readonly datos: ReadonlyArray<unknown> } =>
  typeof answer === "object" && answer !== null && "datos" in answer && Array.isArray(answer.datos)

const withParameter = (path: string, parameter: string): string =>
  parameter === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${parameter}`

/** A company with that many invoices, expenses and payments. */
const openCompany = (rows: number) =>
  Effect.gen(function*() {
    const { run } = yield* GroupCommit
    const pool = yield* PostgresPool
    const { clave, contactId: customerId, organizationId } = yield* openBooks
    const template = yield* run(draftInvoice(organizationId, invoiceInput(customerId)))
    const filled = yield* Effect.promise(async () => {
      const first = await reservePlaces(pool, organizationId, rows)
      const supplierId = await fillLedger(pool, organizationId, rows, first)
      return { supplierId, ...await fillCompany(pool, organizationId, template.id, rows, first) }
    })
    return { organizationId, clave, customerId, ...filled }
  })

type Company = Effect.Effect.Success<ReturnType<typeof openCompany>>

interface Asked {
  readonly name: string
  readonly method?: "POST"
  readonly body?: "invoice"
  readonly status?: number
  readonly list?: "expenses" | "payments"
  /** What follows the list's path; `cursor` signs a cursor for a place in the list of invoices. */
  readonly path: (company: Company, cursor: (position: number) => string) => string
}

const year = "emision_desde=2025-01-01&emision_hasta=2025-12-31"
/** A period that neither begins nor ends with a month. */
const weeks = "emision_desde=2025-02-10&emision_hasta=2025-12-05"
const oddAmounts = "total_min=312.34&total_max=987.65"
const month = "fecha_desde=2025-03-01&fecha_hasta=2025-03-31"
const daysOfYear = "fecha_desde=2025-01-01&fecha_hasta=2025-12-31"
const dueMonth = "vencimiento_desde=2025-03-01&vencimiento_hasta=2025-03-31"

const requests: ReadonlyArray<Asked> = [
  { name: "first page of 50", path: () => "" },
  { name: "page in the middle", path: ({ middlePlace }, cursor) => `?desde=${cursor(middlePlace)}` },
  { name: "overdue", path: () => "?estado=overdue" },
  { name: "overdue, oldest first", path: () => "?estado=overdue&orden=antiguo" },
  { name: "sent", path: () => "?estado=sent" },
  { name: "sent, oldest first", path: () => "?estado=sent&orden=antiguo" },
  { name: "paid", path: () => "?estado=paid" },
  { name: "paid, middle", path: ({ middlePlace }, cursor) => `?estado=paid&desde=${cursor(middlePlace)}` },
  { name: "paid, by change", path: () => "?estado=paid&orden=modificado" },
  { name: "quotes, which are few", path: () => "?tipo_documento=quote" },
  { name: "of a series with few", path: () => "?serie=P" },
  { name: "of a series with many, overdue", path: () => "?serie=M&estado=overdue" },
  { name: "of one day", path: () => "?emision_desde=2025-03-01&emision_hasta=2025-03-01" },
  { name: "of one year", path: () => `?${year}` },
  { name: "of one year, by change", path: () => `?${year}&orden=modificado` },
  { name: "of one year, paid", path: () => `?${year}&estado=paid` },
  { name: "of one year, overdue", path: () => `?${year}&estado=overdue` },
  { name: "of 43 weeks, middle", path: ({ middlePlace }, cursor) => `?${weeks}&desde=${cursor(middlePlace)}` },
  { name: "of 43 weeks, paid, a series", path: () => `?${weeks}&estado=paid&serie=M` },
  { name: "due on one day", path: () => "?vencimiento_desde=2025-03-01&vencimiento_hasta=2025-03-01" },
  { name: "due in one month", path: () => `?${dueMonth}` },
  { name: "due in one month, by change", path: () => `?${dueMonth}&orden=modificado` },
  { name: "due in one month, of one year", path: () => `?${dueMonth}&${year}` },
  { name: "with a rare label", path: () => "?etiqueta=norte" },
  { name: "with a label of one in seven", path: () => "?etiqueta=sur" },
  { name: "a label of one in seven, paid", path: () => "?etiqueta=sur&estado=paid" },
  { name: "with such a label, by change", path: () => "?etiqueta=sur&orden=modificado" },
  { name: "of one recipient in 1000", path: ({ contactId }) => `?contacto_id=${plain(contactId)}` },
  { name: "of the recipient of one in seven", path: ({ bigContactId }) => `?contacto_id=${bigContactId}` },
  { name: "of such a recipient, by change", path: ({ bigContactId }) => `?contacto_id=${bigContactId}&orden=modificado` },
  { name: "of such a recipient, paid", path: ({ bigContactId }) => `?contacto_id=${bigContactId}&estado=paid` },
  { name: "of one recipient in 1000, paid", path: ({ contactId }) => `?contacto_id=${plain(contactId)}&estado=paid` },
  { name: "from an amount on", path: () => "?total_min=1000" },
  { name: "from an amount on, oldest first", path: () => "?total_min=1000&orden=antiguo" },
  { name: "from an amount on, by change", path: () => "?total_min=1000&orden=modificado" },
  { name: "between odd amounts, middle", path: ({ middlePlace }, cursor) => `?${oddAmounts}&desde=${cursor(middlePlace)}` },
  { name: "of one amount in 200", path: () => "?total_min=1150" },
  { name: "of a single amount", path: () => "?total_min=1000&total_max=1000" },
  { name: "paid, from an amount on", path: () => "?estado=paid&total_min=1000" },
  { name: "paid, between odd amounts", path: () => `?estado=paid&${oddAmounts}` },
  { name: "sent, from an amount on", path: () => "?estado=sent&total_min=1000" },
  { name: "a label of one in seven, paid, an amount", path: () => "?etiqueta=sur&estado=paid&total_min=1000" },
  { name: "by reference", path: ({ rows }) => `?referencia=L-${rows - 1}` },
  { name: "searching a number", path: ({ rows }) => `?buscar=l-${Math.floor(rows * 0.734_813)}` },
  { name: "searching what recipients are called", path: () => "?buscar=cliente" },
  { name: "searching that and a series, paid", path: () => "?buscar=cliente+l-&estado=paid" },
  { name: "payments of one month", list: "payments", path: () => `?${month}` },
  { name: "payments of one year", list: "payments", path: () => `?${daysOfYear}` },
  { name: "payments by card", list: "payments", path: () => "?forma_pago=card" },
  { name: "payments by card of one year", list: "payments", path: () => `?forma_pago=card&${daysOfYear}` },
  { name: "expenses not paid, one in 1000", list: "expenses", path: () => "?pagado=false" },
  { name: "expenses to be approved, oldest first", list: "expenses", path: () => "?estado_aprobacion=pending&orden=antiguo" },
  { name: "expenses of a category, by change", list: "expenses", path: () => "?categoria=Categor%C3%ADa%203&orden=modificado" },
  { name: "expenses of one year, not paid", list: "expenses", path: () => `?pagado=false&${daysOfYear}` },
  { name: "expenses of the supplier of one in seven", list: "expenses", path: ({ supplierId }) => `?proveedor_id=${supplierId}` },
  { name: "expenses of such a supplier, a category", list: "expenses", path: ({ supplierId }) => `?proveedor_id=${supplierId}&categoria=Categor%C3%ADa%203` },
  { name: "expenses of such a supplier, of one year", list: "expenses", path: ({ supplierId }) => `?proveedor_id=${supplierId}&${daysOfYear}` },
  { name: "one invoice", path: ({ invoiceId }) => `/${plain(invoiceId)}` },
  { name: "create with three lines", method: "POST", body: "invoice", status: 201, path: () => "" },
  { name: "searching a number of nines", path: ({ rows }) => `?buscar=l-${rows - 1}` },
  { name: "of the recipient of one in seven, overdue", path: ({ bigContactId }) => `?contacto_id=${bigContactId}&estado=overdue` },
  { name: "of such a recipient, of one year", path: ({ bigContactId }) => `?contacto_id=${bigContactId}&${year}` },
  { name: "of such a recipient, due in one month", path: ({ bigContactId }) => `?contacto_id=${bigContactId}&${dueMonth}` },
  { name: "of such a recipient, 43 weeks, by change", path: ({ bigContactId }) => `?contacto_id=${bigContactId}&${weeks}&orden=modificado` },
  { name: "of such a recipient, an amount", path: ({ bigContactId }) => `?contacto_id=${bigContactId}&total_min=1000` },
  { name: "of such a recipient, odd amounts, paid", path: ({ bigContactId }) => `?contacto_id=${bigContactId}&${oddAmounts}&estado=paid` },
  { name: "of such a recipient, a year, an amount", path: ({ bigContactId }) => `?contacto_id=${bigContactId}&${year}&total_min=1000` },
  { name: "of one recipient in 1000, of one year", path: ({ contactId }) => `?contacto_id=${plain(contactId)}&${year}` },
  { name: "of a month, from an amount on", path: () => "?emision_desde=2025-03-01&emision_hasta=2025-03-31&total_min=800" },
  { name: "of 43 weeks, from an amount on", path: () => `?${weeks}&total_min=800` },
  { name: "of one year, between odd amounts", path: () => `?${year}&${oddAmounts}` },
  { name: "overdue, from an amount on", path: () => "?estado=overdue&total_min=1000" },
]

const plain = (id: string): string => id.replaceAll("-", "")
