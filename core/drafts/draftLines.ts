import type { Contact } from "../contacts/Contact.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import type { InvoiceLine } from "../invoices/Invoice.ts"
import { type Decimal6, decimal6, type Decimal8, decimal8 } from "../money/decimal.ts"
import type { Organization } from "../organizations/Organization.ts"
import { noSuchProduct } from "../products/namedProducts.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import { grossPrice } from "../tax/grossPrice.ts"
import type { LineInput } from "./invoiceInput.ts"

/** A line with every default filled in, before its totals; `precio` still as sent. */
export type DraftLine = Omit<InvoiceLine, "id" | "precio_con_iva" | "base">

/**
 * What lines take from a product. The last two are only set where a stored line stands in for a product that was deleted
 * (`productsBeside`): the line's price with tax, and the price that it took from the product.
 */
interface SoldProduct extends Pick<InvoiceLine, "precio" | "tipo_iva" | "clase" | "unidad"> {
  readonly nombre: string
  readonly precio_con_iva?: Decimal8 | null
  readonly precio_de_producto?: Decimal8 | null
}

/** What lines take the product and its price from. */
export interface LineSources {
  /** The product with this id; undefined where it does not exist. */
  readonly productOf: (id: string) => SoldProduct | undefined
  /** Whether prices of lines include tax. Those of products do not: then it is added. */
  readonly pricesWithTax: boolean
}

/**
 * The lines of a draft. What they omit comes from the product, then the contact (the discount), then the company (the
 * tax rate), then the default (decisions, section 2). Adds to `issues` where a product does not exist.
 */
export const draftLines = (
  lineas: ReadonlyArray<LineInput>,
  contact: Contact | null,
  organization: Organization,
  issues: Array<FieldIssue>,
  sources: LineSources,
): ReadonlyArray<DraftLine> =>
  lineas.map((line, i) => {
    const product = productNamed(line, i, sources, issues)
    const tipo_iva = line.tipo_iva ?? product?.tipo_iva ?? organization.tipo_iva_defecto
    return {
      producto_id: orNull(line.producto_id),
      descripcion: line.descripcion ?? product?.nombre ?? "",
      cantidad: line.cantidad ?? decimal6(1_000_000),
      precio: line.precio ?? productPrice(product, i, tipo_iva, sources, issues),
      precio_de_producto: (line.precio ?? null) === null ? ownPrice(product) : null,
      descuento: line.descuento ?? contact?.descuento ?? decimal6(0),
      tipo_iva,
      clase: line.clase ?? product?.clase ?? "goods",
      unidad: orNull(line.unidad) ?? product?.unidad ?? null,
    }
  })

const productNamed = (
  { producto_id }: LineInput,
  index: number,
  { productOf }: LineSources,
  issues: Array<FieldIssue>,
): SoldProduct | undefined => {
  const id = orNull(producto_id)
  const product = id === null ? undefined : productOf(id)
  if (id !== null && product === undefined) issues.push(noSuchProduct(`lineas[${index}].producto_id`))
  return product
}

const productPrice = (
  product: SoldProduct | undefined,
  index: number,
  tipo_iva: Decimal6,
  { pricesWithTax }: LineSources,
  issues: Array<FieldIssue>,
): Decimal8 => {
  if (product === undefined) return decimal8(0n)
  if (!pricesWithTax) return product.precio
  return product.precio_con_iva ?? priceWithTax(product.precio, index, tipo_iva, issues)
}

const priceWithTax = (price: Decimal8, index: number, tipo_iva: Decimal6, issues: Array<FieldIssue>): Decimal8 => {
  const gross = grossPrice(price, tipo_iva)
  if (gross !== undefined) return gross
  issues.push({ campo: `lineas[${index}].precio`, motivo: "con impuestos, el precio del producto es demasiado alto" })
  return price
}

/** The product's own price, without tax; where a line stands in for the product, the price that it took from the product. */
const ownPrice = (product: SoldProduct | undefined): Decimal8 | null => {
  if (product === undefined) return null
  return product.precio_de_producto === undefined ? product.precio : product.precio_de_producto
}

/**
 * The lines of a draft whose prices include tax from now on, or no longer do. A price that came from a product is computed
 * again; one that was sent keeps its number, which now means another price.
 */
export const repricedLines = (
  lines: ReadonlyArray<DraftLine>,
  pricesWithTax: boolean,
  issues: Array<FieldIssue>,
): ReadonlyArray<DraftLine> =>
  lines.map((line, i) => {
    const { precio_de_producto, tipo_iva } = line
    if (precio_de_producto === null) return line
    const precio = pricesWithTax ? priceWithTax(precio_de_producto, i, tipo_iva, issues) : precio_de_producto
    return { ...line, precio }
  })
