import { KeyMode } from "../../../core/access/keyText.ts"
import { Periodicity } from "../../../core/calendar/periodicity.ts"
import { LineClass } from "../../../core/invoices/Invoice.ts"
import type { Subscription } from "../../../core/subscriptions/Subscription.ts"
import type { SubscriptionLine } from "../../../core/subscriptions/SubscriptionLine.ts"
import { SubscriptionState } from "../../../core/subscriptions/subscriptionState.ts"
import { boolean, date, decimal, integer, nullable, oneOf, places, price, text, timestamp, uuid } from "./columns.ts"
import { type Columns, jsonList, jsonObject } from "./fields.ts"
import { organizationIdColumn } from "./organizationIdColumn.ts"

const subscriptionLine = jsonObject<SubscriptionLine>({
  producto_id: nullable(text),
  descripcion: nullable(text),
  cantidad: nullable(decimal),
  precio: nullable(price),
  descuento: nullable(decimal),
  tipo_iva: nullable(decimal),
  clase: nullable(oneOf(...LineClass.literals)),
  unidad: nullable(text),
})

/** Table subscription. */
export const subscriptionColumns: Columns<Subscription> = {
  organizationId: organizationIdColumn,
  id: uuid,
  contacto_id: uuid,
  nombre: text,
  periodicidad: oneOf(...Periodicity.literals),
  inicio: date,
  fin: nullable(date),
  serie: nullable(text),
  lineas: jsonList(subscriptionLine),
  precios_con_iva: boolean,
  emitir: boolean,
  estado: oneOf(...SubscriptionState.literals),
  modo: oneOf(...KeyMode.literals),
  periodos: integer,
  facturada: boolean,
  detenida: boolean,
  por_emitir: nullable(uuid),
  creado: timestamp,
  ...places,
}
