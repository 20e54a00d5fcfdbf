import { shop } from "../../lib/talonario"

/** The shop itself invoices without HTTP, over the same engine. */
export const POST = async (request: Request): Promise<Response> => {
  const { company } = await shop()
  const { concepto, precio } = await request.json()
  const draft = await company.facturas.createInvoice({ lineas: [{ descripcion: concepto, precio }] })
  if (!draft.ok) return Response.json(draft.refusal, { status: 422 })
  const invoice = await company.facturas.issueInvoice({ id: draft.value.id })
  return invoice.ok
    ? Response.json({ factura: invoice.value.referencia }, { status: 201 })
    : Response.json(invoice.refusal, { status: 409 })
}
