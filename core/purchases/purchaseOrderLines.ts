import { orNull } from "../fields/fieldSchemas.ts"
import { decimal6, decimal8 } from "../money/decimal.ts"
import type { Organization } from "../organizations/Organization.ts"
import { noSuchProduct } from "../products/namedProducts.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import type { PurchaseOrderLine, PurchaseOrderLineInput } from "./PurchaseOrder.ts"

/** What lines take from a product. A line that stands in for a deleted one (`productsBeside`) may have no unit. */
interface OrderedProduct extends Pick<PurchaseOrderLine, "tipo_iva" | "clase" | "unidad"> {
  readonly nombre: string
}

/**
 * The lines of an order. What they omit comes from the product, then the company (the tax rate), then the default
 * (decisions, section 2). Adds to `issues` where a product does not exist.
 */
export const purchaseOrderLines = (
  lineas: ReadonlyArray<PurchaseOrderLineInput>,
  organization: Organization,
  productOf: (id: string) => OrderedProduct | undefined,
  issues: Array<FieldIssue>,
): ReadonlyArray<PurchaseOrderLine> =>
  lineas.map((line, i) => {
    const producto_id = orNull(line.producto_id)
    const product = producto_id === null ? undefined : productOf(producto_id)
    if (producto_id !== null && product === undefined) {
      issues.push(noSuchProduct(`lineas[${i}].producto_id`))
    }
    return {
      producto_id,
      descripcion: line.descripcion ?? product?.nombre ?? "",
      cantidad: line.cantidad ?? decimal6(1_000_000),
      precio: line.precio ?? decimal8(0n),
      descuento: line.descuento ?? decimal6(0),
      tipo_iva: line.tipo_iva ?? product?.tipo_iva ?? organization.tipo_iva_defecto,
      clase: line.clase ?? product?.clase ?? "goods",
      unidad: orNull(line.unidad) ?? product?.unidad ?? null,
    }
  })
