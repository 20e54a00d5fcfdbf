import type { LineClass, PaymentForm } from "../../../core/invoices/Invoice.ts"

/**
 * The comparator's JSON schemas: Ajv compiles those of requests, fast-json-stringify those of answers. Requests may have the
 * properties that the benchmark sends; all others are refused, like Talonario refuses unknown ones.
 */

const text = (maxLength: number, minLength = 0) => ({ type: "string", minLength, maxLength })
const largest = 999_999_999.999999

const optional = <Schema extends { readonly type: string }>(schema: Schema) =>
  ({ ...schema, type: [schema.type, "null"] })

/** A body that passes `newInvoice`. */
export interface NewInvoice {
  readonly contacto_id: string
  readonly forma_pago?: PaymentForm | null
  readonly notas?: string | null
  readonly lineas: ReadonlyArray<NewLine>
}

interface NewLine {
  readonly descripcion: string
  readonly cantidad?: number | null
  readonly precio: number
  readonly descuento?: number | null
  readonly tipo_iva?: number | null
  readonly clase?: LineClass | null
  readonly unidad?: string | null
}

export const newInvoice = {
  type: "object",
  additionalProperties: false,
  required: ["contacto_id", "lineas"],
  properties: {
    contacto_id: { type: "string", pattern: "^[0-9a-f]{32}$" },
    forma_pago: { enum: ["transfer", "cash", "card", "direct_debit", "other", null] },
    notas: optional(text(4000)),
    lineas: {
      type: "array",
      maxItems: 500,
      items: {
        type: "object",
        additionalProperties: false,
        required: ["descripcion", "precio"],
        properties: {
          descripcion: text(1000, 1),
          cantidad: optional({ type: "number", minimum: -largest, maximum: largest }),
          precio: { type: "number", minimum: -largest, maximum: largest },
          descuento: optional({ type: "number", minimum: 0, maximum: 100 }),
          tipo_iva: optional({ type: "number", minimum: 0, maximum: 100 }),
          clase: { enum: ["goods", "service", null] },
          unidad: optional(text(20)),
        },
      },
    },
  },
}

const string = { type: "string" }
const number = { type: "number" }
const integer = { type: "integer" }
const boolean = { type: "boolean" }
const orNull = ({ type }: { readonly type: string }) => ({ type, nullable: true })

const objectOf = (properties: Readonly<Record<string, object>>) => ({ type: "object", properties })

const summaryProperties = {
  id: string,
  serie: string,
  numero: orNull(integer),
  referencia: orNull(string),
  tipo_documento: string,
  tipo: string,
  estado: string,
  fecha_emision: string,
  fecha_vencimiento: orNull(string),
  plazos: orNull(string),
  forma_pago: orNull(string),
  fecha_cobro: orNull(string),
  notas: orNull(string),
  etiquetas: { type: "array", items: string },
  divisa: string,
  tipo_cambio: number,
  base_imponible: number,
  cuota_iva: number,
  recargo_equivalencia: boolean,
  cuota_recargo: number,
  irpf: integer,
  cuota_irpf: number,
  suplidos: number,
  total: number,
  cobrado: number,
  pendiente: number,
  creado: string,
  verifactu: objectOf({
    registrada: boolean,
    huella: orNull(string),
    registrada_en: orNull(string),
    aeat: orNull(string),
  }),
  contacto: {
    ...objectOf({ id: string, nombre: string, nif: orNull(string), email: orNull(string) }),
    nullable: true,
  },
}

export const invoiceSummary = objectOf(summaryProperties)

export const invoice = objectOf({
  ...summaryProperties,
  lineas: {
    type: "array",
    items: objectOf({
      id: string,
      producto_id: orNull(string),
      descripcion: string,
      cantidad: number,
      precio: number,
      descuento: number,
      tipo_iva: number,
      clase: string,
      unidad: orNull(string),
    }),
  },
})

export const invoiceList = objectOf({
  datos: { type: "array", items: invoiceSummary },
  total: integer,
  limite: integer,
  siguiente: orNull(string),
})

export const listQuery = {
  type: "object",
  additionalProperties: false,
  properties: { limite: { type: "string", pattern: "^[1-9][0-9]{0,3}$" }, desde: string },
}
