import { Effect } from "effect"
import { type Deed, type Hand, someUnits } from "./Hand.ts"
import { productPrice } from "./Ledger.ts"
import { settled } from "./settling.ts"

const dayMillis = 24 * 3_600_000

/** Units of each product on a line, so that the tax on them makes whole cents. */
const units = 2

/**
 * Subscribes a contact to what began weeks ago and is over: workers make all its invoices, one commit after another, while
 * harm is done to them. They are known by their series, which is that subscription's own.
 */
export const subscribe = (hand: Hand, contacto_id: string): Deed => {
  const { accuse, client, dice, ledger } = hand
  const periods = dice.between(1, 6)
  const emitir = dice.chance(0.7)
  // Nobody's clock is so wrong that the last of them were not due.
  const last = Date.now() - dice.between(3, 200) * dayMillis
  const goods = someUnits(hand, () => units)
  const fee = dice.between(1, 900)
  const serie = `S-${dice.between(1, 999_999_999)}`
  const body = {
    contacto_id,
    nombre: `Cuota ${serie}`,
    periodicidad: "weekly",
    inicio: dayOf(last - 7 * (periods - 1) * dayMillis),
    fin: dayOf(last),
    serie,
    lineas: [
      { descripcion: "Cuota", precio: fee },
      ...[...goods].map(([producto_id, cantidad]) => ({ producto_id, cantidad })),
    ],
    emitir,
  } as const
  const create = settled(dice, (options) => client.suscripciones.createSubscription(body, options))
  return Effect.map(create, ({ id, serie: answered }) => {
    if (answered !== serie) accuse(`the subscription ${id} was answered with the series ${answered}`)
    const cents = (fee + units * productPrice * goods.size) * 121
    ledger.subscriptions.set(id, { serie, periods, emitir, cents, contacto: contacto_id, units: goods })
  })
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
