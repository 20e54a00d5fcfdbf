// A shop on Hono, whose invoicing is under /facturacion/api/v1. Start it with `npm start`.
import { serve } from "@hono/node-server"
import { getConnInfo } from "@hono/node-server/conninfo"
import { Hono } from "hono"
import { makeFetch } from "talonario/runtimes/web/makeFetch"
import { company, talonario } from "./talonario.ts"

const prefix = "/facturacion"

/** The HTTP interface; behind a proxy it also needs `publicUrl`, and the client's address from there. */
const facturacion = makeFetch(() => talonario, {
  prefix,
  clientAddress: (_request: Request, address: string) => address,
})

const app = new Hono()

app.all(`${prefix}/api/*`, (context) =>
  facturacion(context.req.raw, getConnInfo(context).remote.address ?? ""))

/** The shop itself invoices without HTTP, over the same engine. */
app.post("/pedidos", async (context) => {
  const { concepto, precio } = await context.req.json()
  const draft = await company.facturas.createInvoice({ lineas: [{ descripcion: concepto, precio }] })
  if (!draft.ok) return context.json(draft.refusal, 422)
  const invoice = await company.facturas.issueInvoice({ id: draft.value.id })
  if (!invoice.ok) return context.json(invoice.refusal, 409)
  return context.json({ factura: invoice.value.referencia }, 201)
})

talonario.work()

const server = serve({ fetch: app.fetch, port: Number(process.env["PORT"] ?? 3000) }, ({ port }) =>
  console.log(`http://localhost:${port}`))

process.once("SIGTERM", () => {
  server.close(() => void talonario.close())
  // It would wait without end for a connection that nothing was asked on, such as browsers open beforehand.
  setTimeout(() => "closeAllConnections" in server && server.closeAllConnections(), 5_000).unref()
})
