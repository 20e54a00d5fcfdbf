import type { Invoice, InvoiceLine, Issuer, Recipient, RegistryLink } from "../../core/invoices/Invoice.ts"
import type { InvoiceReference } from "../../core/invoices/invoiceReference.ts"
import type { Rectification } from "../../core/invoices/Rectification.ts"
import { standingOf } from "../../core/invoices/status.ts"
import type { RateTotals } from "../../core/tax/totals.ts"
import { boolean, date, decimal, millis, money, nullable, oneOf, price, text } from "./columns.ts"
import { jsonObject } from "./fields.ts"

/** The parts of an invoice that are stored as JSON: decimals as exact texts, amounts as whole cents. */

const address = {
  direccion: nullable(text),
  ciudad: nullable(text),
  cp: nullable(text),
  provincia: nullable(text),
  pais: nullable(text),
  email: nullable(text),
}

export const recipient = jsonObject<Recipient>({
  id: text,
  nombre: text,
  nif: nullable(text),
  nif_iva: nullable(text),
  ...address,
  idioma: nullable(text),
})

export const issuer = jsonObject<Issuer>({
  region_fiscal: oneOf("peninsula", "canarias", "ceuta", "melilla"),
  nombre: text,
  nif: nullable(text),
  ...address,
  telefono: nullable(text),
  web: nullable(text),
})

export const line = jsonObject<InvoiceLine>({
  id: text,
  producto_id: nullable(text),
  descripcion: text,
  cantidad: decimal,
  precio: price,
  precio_con_iva: nullable(price),
  descuento: decimal,
  tipo_iva: decimal,
  clase: oneOf("goods", "service"),
  unidad: nullable(text),
  base: money,
})

export const rate = jsonObject<RateTotals>({
  tipo_iva: decimal,
  base: money,
  cuota: money,
  tipo_recargo: decimal,
  cuota_recargo: money,
})

const reference = { factura_id: text, nif: text, numserie: text, fecha: date }

export const invoiceReference = jsonObject<InvoiceReference>(reference)

export const rectification = jsonObject<Rectification>({
  original: jsonObject<Rectification["original"]>({ ...reference, simplificada: boolean }),
  metodo: oneOf("diferencias", "sustitucion"),
  motivo: text,
  causa: nullable(oneOf("R1", "R2", "R3", "R4")),
  sustituido: jsonObject<Rectification["sustituido"]>({ base: money, cuota: money, cuota_recargo: money }),
})

export const registryLink = jsonObject<RegistryLink>({ huella: text, registrada_en: millis, qr: text })

/** Columns that only queries use: what of the status does not depend on today. */
export const standing = {
  columns: ["standing", "last_day_in_time"],
  of: (invoice: Invoice) => {
    const { kind, ...rest } = standingOf(invoice)
    return { standing: kind, last_day_in_time: "lastDay" in rest ? rest.lastDay : null }
  },
}
