import { Schema } from "effect"
import { type Instant, instant } from "../../core/calendar/instant.ts"
import { type Invoice, LineClass } from "../../core/invoices/Invoice.ts"
import { standingOf } from "../../core/invoices/status.ts"
import { type Cents, cents } from "../../core/money/cents.ts"
import {
  type Decimal6,
  decimal6FromText,
  decimal6Text,
  type Decimal8,
  decimal8FromText,
  decimal8Text,
} from "../../core/money/decimal.ts"

/** The parts of an invoice that are stored as JSON: decimals as exact texts, amounts as whole cents. */

const storedCents = Schema.transform(Schema.Int, Schema.declare((value): value is Cents => typeof value === "number"), {
  strict: true,
  decode: cents,
  encode: (value) => value,
})

const storedDecimal6 = Schema.transform(
  Schema.String,
  Schema.declare((value): value is Decimal6 => typeof value === "number"),
  { strict: true, decode: decimal6FromText, encode: decimal6Text },
)

const storedDecimal8 = Schema.transform(
  Schema.String,
  Schema.declare((value): value is Decimal8 => typeof value === "bigint"),
  { strict: true, decode: decimal8FromText, encode: decimal8Text },
)

const nullableText = Schema.NullOr(Schema.String)

const address = {
  direccion: nullableText,
  ciudad: nullableText,
  cp: nullableText,
  provincia: nullableText,
  pais: nullableText,
  email: nullableText,
}

export const storedRecipient = Schema.Struct({
  id: Schema.String,
  nombre: Schema.String,
  nif: nullableText,
  nif_iva: nullableText,
  ...address,
  idioma: nullableText,
})

export const storedIssuer = Schema.Struct({
  nombre: Schema.String,
  nif: nullableText,
  ...address,
  telefono: nullableText,
  web: nullableText,
})

const storedLine = Schema.Struct({
  id: Schema.String,
  producto_id: nullableText,
  descripcion: Schema.String,
  cantidad: storedDecimal6,
  precio: storedDecimal8,
  precio_con_iva: Schema.NullOr(storedDecimal8),
  descuento: storedDecimal6,
  tipo_iva: storedDecimal6,
  clase: LineClass,
  unidad: nullableText,
  base: storedCents,
})

export const storedLines = Schema.Array(storedLine)

export const storedRates = Schema.Array(
  Schema.Struct({
    tipo_iva: storedDecimal6,
    base: storedCents,
    cuota: storedCents,
    tipo_recargo: storedDecimal6,
    cuota_recargo: storedCents,
  }),
)

export const storedRegistryLink = Schema.Struct({
  huella: Schema.String,
  registrada_en: Schema.transform(
    Schema.Int,
    Schema.declare((value): value is Instant => typeof value === "number"),
    { strict: true, decode: (value) => instant(value), encode: (value) => value },
  ),
  qr: Schema.String,
})

/** Columns that only queries use: what of the status does not depend on today. */
export const standing = {
  columns: ["standing", "last_day_in_time"],
  of: (invoice: Invoice) => {
    const { kind, ...rest } = standingOf(invoice)
    return { standing: kind, last_day_in_time: "lastDay" in rest ? rest.lastDay : null }
  },
}
