import { Effect } from "effect"
import type { ClientError } from "../../../adapters/client/errors.ts"
import { type Deed, type Hand, someUnits } from "./Hand.ts"
import { settled, settledTwice } from "./settling.ts"

/** Creates the supplier from whom a client orders. */
export const findSupplier = ({ client, dice, ledger }: Hand): Effect.Effect<string, ClientError> => {
  const body = { nombre: `Proveedor ${dice.between(1, 9_999_999)}`, nif: "B58818501", tipo: "supplier" } as const
  return Effect.map(settled(dice, (options) => client.contactos.createContact(body, options)), ({ id }) => {
    ledger.contacts.set(id, { telefono: null, isUsed: true })
    ledger.happened("contact.created", id)
    return id
  })
}

/** Orders goods and mostly receives them, sometimes by two simultaneous requests under different keys. */
export const orderGoods = (hand: Hand, proveedor_id: string): Deed => {
  const { accuse, client: { pedidosCompra }, dice, ledger } = hand
  return Effect.gen(function*() {
    const goods = someUnits(hand, () => dice.between(1, 9))
    const lineas = [
      { descripcion: "Portes", precio: 9.5 },
      ...[...goods].map(([producto_id, cantidad]) => ({ producto_id, cantidad })),
    ]
    const create = settled(dice, (options) => pedidosCompra.createPurchaseOrder({ proveedor_id, lineas }, options))
    const { id } = yield* create
    ledger.purchaseOrders.set(id, { estado: "ordered" })
    ledger.happened("purchase_order.created", id)
    if (dice.chance(0.2)) return
    const received = yield* settledTwice(dice, 0.3, (options) =>
      pedidosCompra.updatePurchaseOrder({ id, estado: "received" }, options))
    if (received.some(({ estado }) => estado !== "received")) accuse(`the receipt of ${id} was answered otherwise`)
    ledger.purchaseOrders.set(id, { estado: "received" })
    ledger.move(goods, 1)
  })
}
