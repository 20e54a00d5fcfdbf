import type { Instant } from "../calendar/instant.ts"
import type { LineClass } from "../invoices/Invoice.ts"
import type { Decimal6, Decimal8 } from "../money/decimal.ts"
import type { OrganizationId } from "../organizations/Organization.ts"

/** Goods or a service for sale (contract, section 2.3). */
export interface Product {
  readonly organizationId: OrganizationId
  readonly id: string
  readonly nombre: string
  /** Unique in the organization when present: see ProductSku. */
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

/** Whose sku it is: the row makes it unique in the organization. */
export interface ProductSku {
  readonly organizationId: OrganizationId
  /** The sku itself. */
  readonly id: string
  readonly producto_id: string
}
