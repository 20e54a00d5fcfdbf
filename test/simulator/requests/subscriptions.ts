import type { Fields } from "./Fields.ts"
import { lines } from "./goods.ts"
import { changesOf, nameOf } from "./properties.ts"
import { type Act, dayNear, type Scene, write } from "./Scene.ts"

/** Mostly a contact with a tax id, to whom a full invoice can be issued. */
const customerOf = ({ chance, known }: Scene): string | undefined =>
  (known.contacts.pick(chance, ({ nif }) => typeof nif === "string" && chance.odds(95)) ?? known.contacts.pick(chance))?.id

const periods = ["weekly", "weekly", "monthly", "quarterly", "yearly"] as const

/** Most start about now; some in the past, with periods to catch up on, and some too early. */
const start = (scene: Scene): string | undefined => {
  const { chance } = scene
  return chance.pick(
    undefined, dayNear(scene, 0), dayNear(scene, chance.between(-40, 12)), dayNear(scene, 1),
    dayNear(scene, -chance.between(60, 300)),
    chance.odds(10) ? dayNear(scene, -1_470) : dayNear(scene, -1),
  )
}

const subscription = (scene: Scene): Fields => {
  const { chance } = scene
  const periodicidad = chance.pick(...periods)
  const inicio = start(scene)
  return {
    contacto_id: customerOf(scene),
    nombre: nameOf("Cuota", scene),
    // Catching up on months of weekly periods would take long.
    periodicidad: inicio !== undefined && inicio < dayNear(scene, -50) ? "monthly" : periodicidad,
    inicio,
    fin: chance.maybe(25, () => dayNear(scene, chance.between(-5, 60))),
    serie: chance.maybe(25, () => chance.pick("B", "CUOTA", "R")),
    lineas: lines(scene),
    precios_con_iva: chance.maybe(30, () => true),
    emitir: chance.maybe(70, () => chance.odds(80)),
  }
}

export const addSubscription: Act = (scene) => {
  const { chance } = scene
  const body: Fields = { ...subscription(scene), estado: chance.maybe(10, () => chance.pick("active", "paused", "cancelled")) }
  return body["contacto_id"] === undefined ? undefined : write(scene, "POST", "/suscripciones", body)
}

const isOver = ({ estado }: Fields): boolean => estado === "cancelled"

/** A subscription that is not cancelled; now and then any. */
const one = ({ chance, known }: Scene): string | undefined =>
  known.subscriptions.pick(chance, chance.odds(85) ? (facts) => !isOver(facts) : undefined)?.id

export const changeSubscription: Act = (scene) => {
  const { chance } = scene
  const id = one(scene)
  const body = changesOf(chance, subscription(scene), ["inicio", "fin", "serie", "precios_con_iva", "emitir"])
  const { inicio: _, periodicidad: __, ...rest } = body
  // An invoiced subscription cannot change either of them.
  return id && write(scene, "PATCH", `/suscripciones/${id}`, chance.odds(35) ? body : rest)
}

export const switchSubscription: Act = (scene) => {
  const { chance } = scene
  const id = one(scene)
  const estado = chance.pick("paused", "paused", "active", "active", "active", "cancelled", "active")
  // Resumes it with contents that a worker can invoice.
  const mended = chance.odds(40) ? { estado: "active", contacto_id: customerOf(scene), lineas: lines(scene) } : { estado }
  return id && write(scene, "PATCH", `/suscripciones/${id}`, mended)
}

export const removeSubscription: Act = (scene) => {
  const id = one(scene)
  return id && write(scene, "DELETE", `/suscripciones/${id}`)
}
