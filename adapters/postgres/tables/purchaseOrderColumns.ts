import { LineClass } from "../../../core/invoices/Invoice.ts"
import type { PurchaseOrder, PurchaseOrderLine } from "../../../core/purchases/PurchaseOrder.ts"
import { PurchaseOrderState } from "../../../core/purchases/purchaseOrderState.ts"
import { date, decimal, nullable, oneOf, places, price, text, timestamp, uuid } from "./columns.ts"
import { absentAs, type Columns, jsonList, jsonObject, orAbsent } from "./fields.ts"
import { organizationIdColumn } from "./organizationIdColumn.ts"

const purchaseOrderLine = jsonObject<PurchaseOrderLine>({
  producto_id: nullable(text),
  descripcion: text,
  cantidad: decimal,
  precio: price,
  descuento: decimal,
  tipo_iva: decimal,
  clase: absentAs("goods", oneOf(...LineClass.literals)),
  unidad: orAbsent(nullable(text)),
})

/** Table purchase_order. */
export const purchaseOrderColumns: Columns<PurchaseOrder> = {
  organizationId: organizationIdColumn,
  id: uuid,
  proveedor_id: uuid,
  lineas: jsonList(purchaseOrderLine),
  fecha: date,
  notas: nullable(text),
  estado: oneOf(...PurchaseOrderState.literals),
  creado: timestamp,
  ...places,
}
