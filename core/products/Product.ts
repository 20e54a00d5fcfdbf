import { Schema } from "effect"
import { type Instant, isoInstant } from "../calendar/instant.ts"
import { decimal6, labels, name, nullableText, optional, text, unitPrice, wholeNumber } from "../fields/fieldSchemas.ts"
import { barcodeProblem } from "../identifiers/barcode.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { LineClass } from "../invoices/Invoice.ts"
import { type Decimal6, decimal6ToNumber, type Decimal8, decimal8ToNumber, decimalMax } from "../money/decimal.ts"
import { maxStock } from "./stock.ts"

/** Goods or a service for sale (contract, section 2.3). */
export interface Product {
  readonly organizationId: OrganizationId
  readonly id: string
  readonly nombre: string
  /** Unique among the company's products (`ProductSku`), unless null. */
  readonly sku: string | null
  readonly codigo_barras: string | null
  readonly descripcion: string | null
  readonly categoria: string | null
  /** Unit price without tax. */
  readonly precio: Decimal8
  /** Percent. */
  readonly tipo_iva: Decimal6
  /** Whole units; may fall below zero. */
  readonly stock: number
  readonly unidad: string
  readonly clase: LineClass
  readonly stock_minimo: number
  readonly etiquetas: ReadonlyArray<string>
  readonly creado: Instant
  readonly createdSequence: number
  readonly modifiedSequence: number
}

/** Says which product has a sku. There is one such row for a sku, so no two products can have the same. */
export interface ProductSku {
  readonly organizationId: OrganizationId
  /** The sku itself. */
  readonly id: string
  readonly producto_id: string
}

/** EAN-13, EAN-8 or UPC-A: digits only, with a correct check digit; an empty text means none. */
const barcode = text({ max: 20 }).pipe(
  Schema.filter((value) => (value === "" ? undefined : barcodeProblem(value)), {
    arbitrary: () => (fc) => fc.constantFrom("", "4006381333931", "96385074", "036000291452"),
  }),
)

/** The body that creates a product (contract, section 2.3); only `nombre` is required. */
export const ProductInput = Schema.Struct({
  nombre: name,
  sku: optional(text({ max: 60 })),
  codigo_barras: optional(barcode),
  descripcion: optional(text({ max: 2000 })),
  categoria: optional(text({ max: 120 })),
  precio: optional(unitPrice({ min: 0, max: decimalMax })),
  tipo_iva: optional(decimal6({ min: 0, max: 100 })),
  stock: optional(wholeNumber(-maxStock, maxStock)),
  unidad: optional(text({ max: 20 })),
  clase: optional(LineClass),
  stock_minimo: optional(wholeNumber(0, maxStock)),
  etiquetas: optional(labels(30)),
}).annotations({ identifier: "ProductoNuevo" })
export type ProductInput = typeof ProductInput.Type

/** The body that changes a product: any of its properties. Null resets one to null or to its default. */
export const ProductPatch = Schema.partialWith(ProductInput, { exact: true }).annotations({
  identifier: "ProductoCambios",
})
export type ProductPatch = typeof ProductPatch.Type

/** The product as the contract shows it; every key always present. */
export const ProductResource = Schema.Struct({
  id: Schema.String,
  nombre: Schema.String,
  sku: nullableText,
  codigo_barras: nullableText,
  descripcion: nullableText,
  categoria: nullableText,
  precio: Schema.Number,
  tipo_iva: Schema.Number,
  stock: Schema.Int,
  unidad: Schema.String,
  clase: LineClass,
  stock_minimo: Schema.Int,
  etiquetas: Schema.Array(Schema.String),
  creado: Schema.String,
}).annotations({ identifier: "Producto" })
export type ProductResource = typeof ProductResource.Type

/** Writes the product as the contract shows it. */
export const productResource = (product: Product): ProductResource => ({
  id: product.id,
  nombre: product.nombre,
  sku: product.sku,
  codigo_barras: product.codigo_barras,
  descripcion: product.descripcion,
  categoria: product.categoria,
  precio: decimal8ToNumber(product.precio),
  tipo_iva: decimal6ToNumber(product.tipo_iva),
  stock: product.stock,
  unidad: product.unidad,
  clase: product.clase,
  stock_minimo: product.stock_minimo,
  etiquetas: product.etiquetas,
  creado: isoInstant(product.creado),
})
