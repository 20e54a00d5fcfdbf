// A shop on Express, whose invoicing is under /facturacion/api/v1. Start it with `npm start`.
import express, { type Request, type RequestHandler } from "express"
import { makeMiddleware } from "talonario/runtimes/node/makeMiddleware"
import { company, talonario } from "./talonario.ts"

const app = express()

/** The HTTP interface. It stands before express.json(), since it needs the bytes of bodies. */
app.use("/facturacion", makeMiddleware(() => talonario, { clientAddress: ({ ip }: Request) => ip ?? "" }))

app.use(express.json())

/** The shop itself invoices without HTTP, over the same engine. */
const order: RequestHandler = async (request, response) => {
  const { concepto, precio } = request.body
  const draft = await company.facturas.createInvoice({ lineas: [{ descripcion: concepto, precio }] })
  if (!draft.ok) return void response.status(422).json(draft.refusal)
  const invoice = await company.facturas.issueInvoice({ id: draft.value.id })
  if (invoice.ok) response.status(201).json({ factura: invoice.value.referencia })
  else response.status(409).json(invoice.refusal)
}

app.post("/pedidos", order)

talonario.work()

const server = app.listen(Number(process.env["PORT"] ?? 3000), () => {
  const address = server.address()
  if (typeof address === "object") console.log(`http://localhost:${address?.port}`)
})

process.once("SIGTERM", () => server.close(() => void talonario.close()))
