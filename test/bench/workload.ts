import { Either } from "effect"
import { createHash } from "node:crypto"
import type { ContactInput } from "../../core/contacts/Contact.ts"
import { InvoiceInput } from "../../core/drafts/invoiceInput.ts"
import { inputDecoder } from "../../core/fields/inputDecoder.ts"
import type { OrganizationInput } from "../../core/organizations/organizationInput.ts"
import type { RecordingTerms } from "../../core/registry/RecordingTerms.ts"
import { talonarioSoftware } from "../../core/registry/talonarioSoftware.ts"

/** What every side works on: a company, a customer, and the same invoice of three lines over and over. */

export const company: OrganizationInput = {
  nombre: "Talleres Núñez",
  razon_social: "Talleres Núñez SL",
  nif: "B12345674",
  direccion: "Calle Mayor 1",
  cp: "28013",
  ciudad: "Madrid",
  provincia: "Madrid",
  pais: "España",
  email: "facturas@example.org",
}

export const customer: ContactInput = {
  nombre: "Cliente de Ejemplo SL",
  nif: "B87654323",
  email: "compras@example.org",
  direccion: "Gran Vía 2",
  cp: "28013",
  ciudad: "Madrid",
  provincia: "Madrid",
  pais: "España",
  dias_pago: 30,
}

/** The body of a request that drafts the invoice for that customer. */
export const invoiceBody = (contactId: string) => ({
  contacto_id: contactId,
  forma_pago: "transfer",
  notas: "Gracias por su confianza.",
  lineas: [
    { descripcion: "Revisión de la caldera", cantidad: 1.5, precio: 48.2, clase: "service", unidad: "h" },
    { descripcion: "Filtro de gasóleo", cantidad: 2, precio: 17.35, descuento: 5, unidad: "ud" },
    { descripcion: "Desplazamiento", cantidad: 1, precio: 25, tipo_iva: 10, clase: "service" },
  ],
})

const decode = inputDecoder(InvoiceInput)

/** The same body, decoded: decoding is part of the HTTP interface and is not measured in process. */
export const invoiceInput = (contactId: string): InvoiceInput =>
  Either.getOrThrowWith(decode(invoiceBody(contactId)), ({ campos }) => new Error(JSON.stringify(campos)))

/** Terms of live issues, which write registry records. */
export const terms: RecordingTerms = {
  modo: "live",
  qrHost: "test",
  software: talonarioSoftware({ producer: "Productora de Prueba SL", producerNif: "B12345674" }),
}

/** Paths of requests. */
export const paths = {
  invoices: "/api/v1/facturas",
  expenses: "/api/v1/gastos",
  payments: "/api/v1/cobros",
  issue: (id: string): string => `/api/v1/facturas/${id}/emitir`,
}

/** A fresh Idempotency-Key, and the fingerprint of method, path and body. */
export const onceKey = (path: string, body: string): OnceKey => ({
  key: crypto.randomUUID(),
  fingerprint: createHash("sha256").update(`POST\n${path}\n${body}`).digest("hex"),
})

export interface OnceKey {
  readonly key: string
  readonly fingerprint: string
}
