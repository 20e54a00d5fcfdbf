import { Effect } from "effect"
import type { ClientError } from "../../../adapters/client/errors.ts"
import { type Hand, someUnits } from "./Hand.ts"
import type { Drafted } from "./Ledger.ts"
import { settled, settledTwice } from "./settling.ts"

/** The draft that an order became, and the units of each product on it. */
interface Imported {
  readonly invoice: Drafted
  readonly units: ReadonlyMap<string, number>
}

/** Connects the store whose orders a client imports. */
export const connectStore = ({ client, dice, ledger }: Hand): Effect.Effect<string, ClientError> => {
  const body = { nombre: `Tienda ${dice.between(1, 9_999_999)}`, plataforma: "propia" }
  return Effect.map(settled(dice, (options) => client.tiendas.createStore(body, options)), ({ id }) => {
    ledger.stores.add(id)
    return id
  })
}

/** Imports an order, often twice under different keys, at once or one after the other; all answers must name the same draft. */
export const importOrder = (hand: Hand, id: string, contacto_id: string): Effect.Effect<Imported, ClientError> => {
  const { accuse, client: { tiendas }, dice, ledger } = hand
  const units = someUnits(hand, () => dice.between(1, 3))
  const referencia_externa = `W-${ledger.storeOrders.size}-${dice.between(1, 999_999_999)}`
  const lineas = [
    { descripcion: "Envío", precio: dice.between(1, 999) / 100 },
    ...[...units].map(([producto_id, cantidad]) => ({ producto_id, cantidad })),
  ]
  const body = { id, referencia_externa, contacto_id, lineas }
  return Effect.gen(function*() {
    const at = yield* settledTwice(dice, 0.4, (options) => tiendas.importStoreOrder(body, options))
    const [invoice] = at
    const again = dice.chance(0.2) ? [yield* settled(dice, (options) => tiendas.importStoreOrder(body, options))] : []
    const others = [...at, ...again].filter((one) => one.id !== invoice.id)
    if (others.length > 0) accuse(`the order ${referencia_externa} became ${invoice.id} and ${others[0]?.id}`)
    ledger.storeOrders.set(`${id} ${referencia_externa}`, invoice.id)
    ledger.happened("store.order.imported", id)
    return { invoice, units }
  })
}
