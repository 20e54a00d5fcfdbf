/**
 * A program that uses the generated types, as a customer would write it. Each line under `@ts-expect-error` is a
 * mistake that the types must find, or else the compiler reports the comment.
 */
export const clientUsage = (types: string): string => `
import type { components, operations, paths } from "${types}"

type Invoice = components["schemas"]["Factura"]
type Failure = components["schemas"]["Error"]["error"]
type Created = operations["createInvoice"]["responses"][201]
type Refused = operations["createInvoice"]["responses"][422]["content"]["application/json"]
type NewInvoice = NonNullable<operations["createInvoice"]["requestBody"]>["content"]["application/json"]
type Query = NonNullable<paths["/facturas"]["get"]["parameters"]["query"]>

export const draft: NewInvoice = { lineas: [{ descripcion: "Consultoría", precio: 60 }], notas: null }
// @ts-expect-error -- an amount is a number
export const badPrice: NewInvoice = { lineas: [{ precio: "60" }] }
// @ts-expect-error -- nothing unknown
export const badName: NewInvoice = { linea: [] }
// @ts-expect-error -- a name is required
export const nameless: components["schemas"]["ContactoNuevo"] = {}

export const query: Query = { limite: 200, orden: "antiguo", estado: "sent" }
// @ts-expect-error -- no such order
export const badOrder: Query = { orden: "modificada" }

type IssueParameters = operations["issueInvoice"]["parameters"]
export const keyed: IssueParameters = { path: { id: "1" }, header: { "Idempotency-Key": "1" } }

export const numberOf = (invoice: Invoice): number | null => invoice.numero
// @ts-expect-error -- a draft has no number
export const badNumber = (invoice: Invoice): number => invoice.numero
export const registered = (invoice: Invoice): string | null => invoice.verifactu.registrada_en
export const recipient = (invoice: Invoice): string => invoice.contacto?.nombre ?? ""
// @ts-expect-error -- there may be none
export const badRecipient = (invoice: Invoice): string => invoice.contacto.nombre

export const location = ({ headers }: Created): string => headers["Location"]
export const left = ({ headers }: Created): number => headers["RateLimit-Remaining"]
export const problems = ({ error }: Refused): string[] =>
  error.detalles.campos.map(({ campo, motivo }) => campo + motivo)
export const code: Failure["codigo"] = "conflicto"

export const nextPage = async (page: components["schemas"]["FacturasPagina"]): Promise<Response | null> =>
  page.siguiente === null ? null : fetch(page.siguiente)
`
