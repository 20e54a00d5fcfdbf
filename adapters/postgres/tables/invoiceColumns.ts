import {
  DocumentKind,
  type Invoice,
  InvoiceKind,
  type InvoiceLine,
  type Issuer,
  LineClass,
  type ListedInvoice,
  type NotedPayment,
  PaymentForm,
  type Recipient,
  type RegistryLink,
  type Settlement,
} from "../../../core/invoices/Invoice.ts"
import type { InvoiceReference } from "../../../core/invoices/invoiceReference.ts"
import { type Rectification, RectificationCause, RectificationMethod } from "../../../core/invoices/Rectification.ts"
import { IgicRegime } from "../../../core/tax/igicRegime.ts"
import type { Regimes } from "../../../core/tax/qualification.ts"
import { regions } from "../../../core/tax/regions.ts"
import type { RateTotals } from "../../../core/tax/totals.ts"
import { anyLabel } from "../groups/groups.ts"
import { groupColumnsOf, storedStanding } from "../groups/invoiceGroups.ts"
import {
  boolean,
  type Column,
  date,
  decimal,
  integer,
  millis,
  money,
  nullable,
  oneOf,
  places,
  postalAddress,
  price,
  text,
  texts,
  timestamp,
  uuid,
} from "./columns.ts"
import { type Columns, jsonFields, jsonList, jsonObject, orAbsent } from "./fields.ts"
import { organizationIdColumn } from "./organizationIdColumn.ts"
import type { Derived } from "./StoredTable.ts"

// How an invoice is stored. Its parts are columns of JSON, in which decimals are exact texts and amounts whole cents.

/** What of the recipient lists show. */
const shownRecipient = { id: text, nombre: text, nif: nullable(text), email: nullable(text) }

const recipient = jsonObject<Recipient>({
  ...shownRecipient,
  nif_iva: nullable(text),
  ...postalAddress,
  idioma: nullable(text),
})

const region = { region_fiscal: oneOf(...regions) }

const issuer = jsonObject<Issuer>({
  ...region,
  regimen_igic: oneOf(...IgicRegime.literals),
  nombre: text,
  nif: nullable(text),
  ...postalAddress,
  email: nullable(text),
  telefono: nullable(text),
  web: nullable(text),
})

const line = jsonObject<InvoiceLine>({
  id: text,
  producto_id: nullable(text),
  descripcion: text,
  cantidad: decimal,
  precio: price,
  precio_con_iva: nullable(price),
  precio_de_producto: orAbsent(price),
  descuento: decimal,
  tipo_iva: decimal,
  clase: oneOf(...LineClass.literals),
  unidad: nullable(text),
  base: money,
})

const rate = jsonObject<RateTotals>({
  tipo_iva: decimal,
  base: money,
  cuota: money,
  tipo_recargo: decimal,
  cuota_recargo: money,
})

const reference = { factura_id: text, nif: text, numserie: text, fecha: date, operacion: orAbsent(date) }

const invoiceReference = jsonObject<InvoiceReference>(reference)

/** A boolean field of a JSON object, which is absent where it is false. */
const onlyTrue: Column<boolean> = {
  encode: (value) => (value ? true : undefined),
  decode: (value) => value === true,
}

const rectification = jsonObject<Rectification>({
  original: jsonObject<Rectification["original"]>({ ...reference, simplificada: boolean }),
  metodo: oneOf(...RectificationMethod.literals),
  motivo: text,
  causa: nullable(oneOf(...RectificationCause.literals)),
  sustituido: jsonObject<Rectification["sustituido"]>({ base: money, cuota: money, cuota_recargo: money }),
  afterExchange: onlyTrue,
})

const settlement = jsonObject<Settlement>({
  before: money,
  payments: jsonList(jsonObject<NotedPayment>({ place: integer, importe: money, fecha: date })),
})

const shownRegistryLink = { huella: text, registrada_en: millis, aeat: nullable(text) }

const registryLink = jsonObject<RegistryLink>({
  ...shownRegistryLink,
  qr: text,
  lastRecord: text,
  held: nullable(boolean),
  regimes: orAbsent(jsonObject<Regimes>({ regimen_igic: oneOf(...IgicRegime.literals), recargo_equivalencia: boolean })),
})

/** What lists read of an invoice. */
export const listedInvoice: Columns<ListedInvoice> = {
  organizationId: organizationIdColumn,
  id: uuid,
  lifecycle: oneOf("draft", "issued", "cancelled"),
  tipo_documento: oneOf(...DocumentKind.literals),
  tipo: oneOf(...InvoiceKind.literals),
  serie: text,
  numero: nullable(integer),
  contacto_id: nullable(uuid),
  recipient: nullable(jsonFields(shownRecipient)),
  issuer: nullable(jsonFields(region)),
  fecha_emision: date,
  fecha_vencimiento: nullable(date),
  plazos: nullable(text),
  forma_pago: nullable(oneOf(...PaymentForm.literals)),
  fecha_cobro: nullable(date),
  notas: nullable(text),
  etiquetas: texts,
  divisa: text,
  tipo_cambio: decimal,
  recargo_equivalencia: boolean,
  irpf: integer,
  suplidos: money,
  base_imponible: money,
  cuota_iva: money,
  cuota_recargo: money,
  cuota_irpf: money,
  total: money,
  cobrado: money,
  registry: nullable(jsonFields(shownRegistryLink)),
  emitida: nullable(timestamp),
  creado: timestamp,
  ...places,
}

/** All of an invoice. */
export const invoiceColumns: Columns<Invoice> = {
  ...listedInvoice,
  rectifica: nullable(rectification),
  recipient: nullable(recipient),
  issuer: nullable(issuer),
  registry: nullable(registryLink),
  aceptacion: nullable(jsonObject({ aceptado: boolean, motivo: nullable(text) })),
  convertida_en: nullable(uuid),
  sustituye: jsonList(invoiceReference),
  numero_pedido: nullable(integer),
  serie_por_defecto: boolean,
  fecha_por_defecto: boolean,
  dias_vencimiento: nullable(integer),
  precios_con_iva: boolean,
  notas_internas: nullable(text),
  motivo_anulacion: nullable(text),
  lineas: jsonList(line),
  rates: jsonList(rate),
  settlement: nullable(settlement),
}

/** Columns that only lists use: the part of the status that does not depend on today, and the groups. */
export const derivedOfInvoice: Derived<Invoice> = {
  columns: ["standing", "last_day_in_time", "ever_group", "month_group", "day_group", "contact_group"],
  of: (invoice) => {
    const { last_day, standing } = storedStanding(invoice)
    return { standing, last_day_in_time: last_day, ...groupColumnsOf(invoice, anyLabel) }
  },
}
