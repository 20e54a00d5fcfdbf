import { Effect } from "effect"
import { type Deed, type Hand, someUnits } from "./Hand.ts"
import { productPrice } from "./Ledger.ts"
import { settled } from "./settling.ts"

const dayMillis = 24 * 3_600_000

/** Units of each product on a line; with two, the tax on them is in whole cents. */
const units = 2

/**
 * Subscribes a contact to something that began weeks ago and has ended. Workers then make all its invoices, one commit after
 * another, while they are being harmed. The invoices are recognized by the subscription's own series.
 */
export const subscribe = (hand: Hand, contacto_id: string): Deed => {
  const { accuse, client, dice, ledger } = hand
  const periods = dice.between(1, 6)
  const emitir = dice.chance(0.7)
  // No clock is so wrong that the last period would not be due.
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
