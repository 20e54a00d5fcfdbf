import type { View } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import type { Product } from "./Product.ts"

/** A line in a body, as far as it may name a product. */
interface NamingLine {
  readonly producto_id?: string | null | undefined
}

/** The keys of the products that lines name, each once, to be read. */
export const productKeys = (organizationId: OrganizationId, lineas: ReadonlyArray<NamingLine>) =>
  [...new Set(lineas.map(({ producto_id }) => orNull(producto_id)))]
    .flatMap((id) => (id === null ? [] : [key("product", organizationId, id)]))

/** What is wrong with a field that holds the id of no product. */
export const noSuchProduct = (campo: string): FieldIssue => ({ campo, motivo: "no existe ese producto" })

/** A line that was stored before, as far as it may stand in for its product. */
interface StoredLine extends NamingLine {
  readonly descripcion: string
}

/**
 * Looks up products of a company by their ids, which `productKeys` had read. Where one was deleted, the first of these stored
 * lines that names it stands in for it, so that lines which name it can be sent again. Undefined where there is neither.
 */
export const productsBeside = <Line extends StoredLine>(
  view: View,
  organizationId: OrganizationId,
  lineas: ReadonlyArray<Line>,
) =>
(id: string): Product | Line & { readonly nombre: string } | undefined => {
  const product = view.get("product", organizationId, id)
  const line = product === undefined ? lineas.find(({ producto_id }) => producto_id === id) : undefined
  return line === undefined ? product : { ...line, nombre: line.descripcion }
}
