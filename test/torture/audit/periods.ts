import { Effect, Stream } from "effect"
import type pg from "pg"
import type { ClientError } from "../../../adapters/client/errors.ts"
import { centsOf } from "../load/Ledger.ts"
import { answered } from "../load/settling.ts"
import type { Books } from "../stage.ts"

/** How long workers may take: a dead worker's leases last half a minute, and only then does another one go on. */
export const periodsMillis = 60_000

/**
 * Waits until workers have made the invoices of all subscriptions, and enters the expected ones in the ledger: one for each
 * period, with the contents of the subscription. Reports each subscription that has more, fewer or different ones.
 */
export const periodFaults = (
  pool: pg.Pool,
  { client, company, ledger }: Pick<Books, "client" | "company" | "ledger">,
  patienceMillis: number,
): Effect.Effect<ReadonlyArray<string>, ClientError> =>
  Effect.gen(function*() {
    const until = performance.now() + patienceMillis
    const waiting = Effect.promise(async () => {
      const { rowCount } = await pool.query(
        "SELECT FROM job WHERE kind = 'subscription' AND organization_id = $1",
        [company.id],
      )
      return rowCount ?? 0
    })
    while ((yield* waiting) > 0 && performance.now() < until) yield* Effect.sleep("200 millis")

    const all = yield* answered(() => Stream.runCollect(client.facturas.listInvoices.all()))
    const faults: Array<string> = []
    for (const [id, { cents, contacto, emitir, periods, serie, units }] of ledger.subscriptions) {
      const invoices = [...all].filter((one) => one.serie === serie)
      if (invoices.length !== periods) faults.push(`subscription ${id} has ${invoices.length} invoices of ${periods} periods`)
      for (const invoice of invoices) {
        const { contacto: named, estado, total } = invoice
        const told = JSON.stringify([estado, centsOf(total), named?.id])
        const expected = JSON.stringify([emitir ? "sent" : "draft", cents, contacto])
        if (told !== expected) faults.push(`subscription ${id}: the invoice ${invoice.id} is ${told} instead of ${expected}`)
        if (ledger.invoices.has(invoice.id)) continue
        const known = ledger.enter(invoice, contacto, units)
        if (emitir) ledger.issued(invoice.id, known, invoice.numero, invoice.verifactu.huella)
        ledger.happened("subscription.invoiced", id)
      }
    }
    return faults
  })
