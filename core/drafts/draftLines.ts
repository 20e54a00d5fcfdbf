import { Either } from "effect"
import type { View } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { Contact } from "../contacts/Contact.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Invoice, InvoiceLine } from "../invoices/Invoice.ts"
import { type Decimal6, decimal6, type Decimal8, decimal8 } from "../money/decimal.ts"
import type { Organization } from "../organizations/Organization.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import { recordFigures } from "../registry/recordFigures.ts"
import { grossPrice } from "../tax/grossPrice.ts"
import { exclusiveTotals, inclusiveTotals, type Totals, type TotalsProblem, type TotalsTerms } from "../tax/totals.ts"
import type { LineInput } from "./invoiceInput.ts"

/** A line with every default filled in, before its totals; `precio` still as sent. */
export type DraftLine = Omit<InvoiceLine, "id" | "precio_con_iva" | "base">

/** What lines take from a product; one that a line tells of may have a price with tax, and no unit. */
export interface SoldProduct extends Pick<InvoiceLine, "precio" | "tipo_iva" | "clase" | "unidad"> {
  readonly nombre: string
  readonly precio_con_iva?: Decimal8 | null
  readonly precio_de_producto?: Decimal8 | null
}

/** Where lines find what they name. */
export interface LineSources {
  readonly productOf: (id: string) => SoldProduct | undefined
  /** A product's price is without tax: where lines are priced with it, it is added. */
  readonly pricesWithTax: boolean
}

/** The products that lines name. */
export const productKeys = (organizationId: OrganizationId, lineas: ReadonlyArray<Pick<LineInput, "producto_id">>) =>
  [...new Set(lineas.map(({ producto_id }) => orNull(producto_id)))]
    .flatMap((id) => (id === null ? [] : [key("product", organizationId, id)]))

/** The products of a company; one that was deleted since is what the first of these lines that names it says. */
export const productsBeside = (view: View, organizationId: OrganizationId, lineas: ReadonlyArray<InvoiceLine>) =>
  (id: string): SoldProduct | undefined => {
    const product = view.get("product", organizationId, id)
    const line = product === undefined ? lineas.find(({ producto_id }) => producto_id === id) : undefined
    return line === undefined ? product : { ...line, nombre: line.descripcion }
  }

/**
 * The lines of a draft (decisions, section 2): what they omit comes from the product, the contact, the organization,
 * the default. A product that is not found is told in `issues`.
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
      precio_de_producto: (line.precio ?? null) === null ? givenPrice(product) : null,
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
  if (id !== null && product === undefined) {
    issues.push({ campo: `lineas[${index}].producto_id`, motivo: "no existe ese producto" })
  }
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

/** The price that is the product's own: of one that a line tells of, what its product gave. */
const givenPrice = (product: SoldProduct | undefined): Decimal8 | null => {
  if (product === undefined) return null
  return product.precio_de_producto === undefined ? product.precio : product.precio_de_producto
}

/** Lines whose prices turn out to include tax, or not to: those that were sent are read as they are. */
export const readAnew = (
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

/** The totals of the lines; undefined, with the reasons in `issues`, where there are none. */
export const draftTotals = (
  lines: ReadonlyArray<DraftLine>,
  pricesWithTax: boolean,
  terms: TotalsTerms,
  issues: Array<FieldIssue>,
): Totals | undefined => {
  const totals = pricesWithTax ? inclusiveTotals(lines, terms) : exclusiveTotals(lines, terms)
  if (Either.isRight(totals)) return totals.right
  issues.push(...totals.left.map(issueOf))
  return undefined
}

/** What is wrong with figures that a record cannot hold in EUR (AEAT schema, 12 integer digits), told at this field. */
export const euroIssue = (
  campo: "lineas" | "tipo_cambio",
  { rates }: Pick<Invoice, "rates">,
  { tipo_cambio }: Pick<Invoice, "tipo_cambio">,
): FieldIssue | undefined =>
  recordFigures(rates, tipo_cambio) === undefined
    ? { campo, motivo: "en euros el total no puede pasar de 12 cifras enteras" }
    : undefined

const issueOf = (problem: TotalsProblem): FieldIssue => {
  switch (problem.kind) {
    case "rate_without_surcharge":
      return { campo: `lineas[${problem.line}].tipo_iva`, motivo: "no tiene recargo de equivalencia" }
    case "out_of_range":
      return { campo: "lineas", motivo: "los importes no pueden pasar de 12 cifras enteras" }
    case "disbursements_out_of_range":
      return { campo: "suplidos", motivo: "con ellos el total no puede pasar de 12 cifras enteras" }
  }
}
