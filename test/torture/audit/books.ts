import { Effect, Stream } from "effect"
import type { ClientError } from "../../../adapters/client/errors.ts"
import type { Client } from "../../../adapters/client/makeClient.ts"
import { differenceOf } from "../load/Clerk.ts"
import { centsOf, type Ledger } from "../load/Ledger.ts"
import { answered } from "../load/settling.ts"

/** How many series are counted: each subscription has its own, so not all of them are. */
const seriesCounted = 8

/** Compares a company's lists, as any client can read them, with what was acknowledged: nothing missing, nothing more, nothing else. */
export const bookFaults = (client: Client, ledger: Ledger): Effect.Effect<ReadonlyArray<string>, ClientError> =>
  Effect.gen(function*() {
    const faults: Array<string> = []
    const walked = <A extends { readonly id: string }>(what: string, all: () => Stream.Stream<A, ClientError>) =>
      Effect.map(answered(() => Stream.runCollect(all())), (chunk) => {
        const rows = [...chunk]
        if (new Set(rows.map(({ id }) => id)).size !== rows.length) faults.push(`a walk shows ${what} twice`)
        return rows
      })
    const compare = <A extends { readonly id: string }, B>(
      what: string,
      rows: ReadonlyArray<A>,
      known: ReadonlyMap<string, B>,
      differ: (row: A, known: B) => string | undefined,
    ): void => {
      const present = new Set(rows.map(({ id }) => id))
      for (const id of known.keys()) if (!present.has(id)) faults.push(`${what} ${id} was acknowledged and is lost`)
      for (const row of rows) {
        const one = known.get(row.id)
        if (one === undefined) {
          faults.push(`${what} ${row.id} is there and was never acknowledged`)
          continue
        }
        const difference = differ(row, one)
        if (difference !== undefined) faults.push(`${what} ${row.id}: ${difference}`)
      }
    }

    const { cobros, contactos, facturas, gastos, pedidosCompra, productos, suscripciones, tiendas, webhooks } = client
    const contacts = yield* walked("a contact", () => contactos.listContacts.all())
    compare("contact", contacts, ledger.contacts, (row, { telefono }) =>
      row.telefono === telefono ? undefined : `telefono ${row.telefono} instead of ${telefono}`)
    const invoices = yield* walked("an invoice", () => facturas.listInvoices.all())
    compare("invoice", invoices, ledger.invoices, differenceOf)
    const payments = yield* walked("a payment", () => cobros.listPayments.all())
    compare("payment", payments, ledger.payments, (row, { cents }) =>
      centsOf(row.importe) === cents ? undefined : `importe ${row.importe} instead of ${cents} cents`)
    const products = yield* walked("a product", () => productos.listProducts.all())
    compare("product", products, ledger.products, (row, { stock }) =>
      row.stock === stock ? undefined : `stock ${row.stock} instead of ${stock}`)
    const expenses = yield* walked("an expense", () => gastos.listExpenses.all())
    compare("expense", expenses, ledger.expenses, (row, { estado }) =>
      row.estado_aprobacion === estado ? undefined : `estado_aprobacion ${row.estado_aprobacion} instead of ${estado}`)
    const listening = yield* walked("a webhook", () => webhooks.listWebhooks.all())
    compare("webhook", listening, byThemselves(ledger.webhooks), ({ activo }) => activo ? undefined : "it was switched off")
    const subscriptions = yield* walked("a subscription", () => suscripciones.listSubscriptions.all())
    compare("subscription", subscriptions, ledger.subscriptions, ({ estado, proxima }) =>
      estado === "active" && proxima === null ? undefined : `${estado}, with a period on ${proxima}`)
    const orders = yield* walked("a purchase order", () => pedidosCompra.listPurchaseOrders.all())
    compare("purchase order", orders, ledger.purchaseOrders, (row, { estado }) =>
      row.estado === estado ? undefined : `estado ${row.estado} instead of ${estado}`)
    const stores = yield* walked("a store", () => tiendas.listStores.all())
    compare("store", stores, byThemselves(ledger.stores), ({ estado }) => estado === "active" ? undefined : `it is ${estado}`)

    const totals = [
      ["contactos", contacts.length, () => contactos.listContacts({ limite: 1 })],
      ["facturas", invoices.length, () => facturas.listInvoices({ limite: 1 })],
      ["cobros", payments.length, () => cobros.listPayments({ limite: 1 })],
      ["productos", products.length, () => productos.listProducts({ limite: 1 })],
      ["gastos", expenses.length, () => gastos.listExpenses({ limite: 1 })],
      ["suscripciones", subscriptions.length, () => suscripciones.listSubscriptions({ limite: 1 })],
      ["tiendas", stores.length, () => tiendas.listStores({ limite: 1 })],
      ...(["ordered", "received"] as const).map((estado) =>
        [
          `pedidos-compra?estado=${estado}`,
          orders.filter((one) => one.estado === estado).length,
          () => pedidosCompra.listPurchaseOrders({ limite: 1, estado }),
        ] as const),
      ...(["draft", "sent", "paid", "cancelled"] as const).map((estado) =>
        [
          `facturas?estado=${estado}`,
          invoices.filter((one) => one.estado === estado).length,
          () => facturas.listInvoices({ limite: 1, estado }),
        ] as const),
      ...[...new Set(invoices.map(({ serie }) => serie))].slice(0, seriesCounted).map((serie) =>
        [
          `facturas?serie=${serie}`,
          invoices.filter((one) => one.serie === serie).length,
          () => facturas.listInvoices({ limite: 1, serie }),
        ] as const),
    ] as const
    for (const [what, counted, read] of totals) {
      const { total } = yield* answered<{ readonly total: number }>(read)
      if (total !== counted) faults.push(`${what} says ${total} in all, and has ${counted}`)
    }
    return faults
  })

/** A map of ids of which nothing more is known than that they exist. */
const byThemselves = (ids: ReadonlySet<string>): ReadonlyMap<string, string> => new Map([...ids].map((id) => [id, id]))
