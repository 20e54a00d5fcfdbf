// A shop on Express, whose invoicing is under /facturacion/api/v1. Start it with `npm start`.
import express, { type Request } from "express"
import { makeMiddleware } from "talonario/runtimes/node/makeMiddleware"
import { company, talonario } from "./talonario.ts"

const app = express()

/** The HTTP interface. It stands before express.json(), since it needs the bytes of bodies. */
app.use("/facturacion", makeMiddleware(() => talonario, { clientAddress: ({ ip }: Request) => ip ?? "" }))

app.use(express.json())

/** The shop itself invoices without HTTP, over the same engine. */
const invoiced = async (descripcion: string, precio: number) => {
  const draft = await company.facturas.createInvoice({ lineas: [{ descripcion, precio }] })
  if (!draft.ok) return { status: 422, told: draft.refusal }
  const invoice = await company.facturas.issueInvoice({ id: draft.value.id })
  return invoice.ok
    ? { status: 201, told: { factura: invoice.value.referencia } }
    : { status: 409, told: invoice.refusal }
}

app.post("/pedidos", ({ body }, response, next) => {
  invoiced(body.concepto, body.precio).then(({ status, told }) => response.status(status).json(told)).catch(next)
})

talonario.work()

const server = app.listen(Number(process.env["PORT"] ?? 3000), () => {
  const address = server.address()
  if (typeof address === "object") console.log(`http://localhost:${address?.port}`)
})

process.once("SIGTERM", () => {
  server.close(() => void talonario.close())
  // It would wait without end for a connection that nothing was asked on, such as browsers open beforehand.
  setTimeout(() => server.closeAllConnections(), 5_000).unref()
})
