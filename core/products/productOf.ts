import { orNull } from "../fields/fieldSchemas.ts"
import { decimal8 } from "../money/decimal.ts"
import type { Organization } from "../organizations/Organization.ts"
import type { Product, ProductInput } from "./Product.ts"

/** What a product does not get from its input. */
type ProductOrigin = Pick<Product, "id" | "creado" | "createdSequence" | "modifiedSequence">

/** The product that the input makes; what it omits is null or the default (decisions, section 2). */
export const productOf = (input: ProductInput, organization: Organization, origin: ProductOrigin): Product => ({
  organizationId: organization.organizationId,
  id: origin.id,
  nombre: input.nombre,
  sku: orNull(input.sku),
  codigo_barras: orNull(input.codigo_barras),
  descripcion: orNull(input.descripcion),
  categoria: orNull(input.categoria),
  precio: input.precio ?? decimal8(0n),
  tipo_iva: input.tipo_iva ?? organization.tipo_iva_defecto,
  stock: input.stock ?? 0,
  unidad: orNull(input.unidad) ?? "ud",
  clase: input.clase ?? "goods",
  stock_minimo: input.stock_minimo ?? 0,
  etiquetas: input.etiquetas ?? [],
  creado: origin.creado,
  createdSequence: origin.createdSequence,
  modifiedSequence: origin.modifiedSequence,
})
