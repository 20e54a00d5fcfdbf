import { orNull } from "../fields/fieldSchemas.ts"
import { decimal8 } from "../money/decimal.ts"
import type { Organization } from "../organizations/Organization.ts"
import type { Product, ProductInput } from "./Product.ts"

/** What the input says of a product. */
type ProductContents = Omit<Product, "organizationId" | "id" | "creado" | "createdSequence" | "modifiedSequence">

/** The contents of a product; what the input omits is null or the default (decisions, section 2). */
export const productContents = (input: ProductInput, { tipo_iva_defecto }: Organization): ProductContents => ({
  nombre: input.nombre,
  sku: orNull(input.sku),
  codigo_barras: orNull(input.codigo_barras),
  descripcion: orNull(input.descripcion),
  categoria: orNull(input.categoria),
  precio: input.precio ?? decimal8(0n),
  tipo_iva: input.tipo_iva ?? tipo_iva_defecto,
  stock: input.stock ?? 0,
  unidad: orNull(input.unidad) ?? "ud",
  clase: input.clase ?? "goods",
  stock_minimo: input.stock_minimo ?? 0,
  etiquetas: input.etiquetas ?? [],
})
