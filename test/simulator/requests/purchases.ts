import type { Fields } from "./Fields.ts"
import { price, rateIn } from "./goods.ts"
import { type Act, dayNear, type Scene, write } from "./Scene.ts"

/** A line of an order: mostly of a product, now and then a deleted one. */
const orderedLine = ({ chance, known, region }: Scene): Fields => {
  const own = known.products.pick(chance)?.id
  const producto_id = chance.odds(4) ? chance.among(known.products.gone) : own
  const isProduct = producto_id !== undefined && chance.odds(85)
  return {
    ...(isProduct ? { producto_id } : { descripcion: "Portes" }),
    ...(isProduct && chance.odds(15) ? { descripcion: "Caja" } : {}),
    cantidad: chance.maybe(80, () => chance.pick(1, 2, 5, 0.5, 1.5, 0.25, 1.333333)),
    precio: chance.maybe(60, () => price(chance)),
    descuento: chance.maybe(20, () => chance.pick(0, 10, 33.33)),
    tipo_iva: chance.maybe(30, () => rateIn(region, chance)),
    clase: chance.maybe(15, () => chance.pick("goods", "service")),
    unidad: chance.maybe(10, () => "caja"),
  }
}

const orderedLines = (scene: Scene): ReadonlyArray<Fields> =>
  Array.from({ length: scene.chance.pick(1, 1, 2, 3) }, () => orderedLine(scene))

const isSupplier = ({ tipo }: Fields): boolean => tipo === "supplier"

/** A supplier; now and then any contact, with which the request is then refused. */
const supplierOf = ({ chance, known }: Scene): string | undefined =>
  (known.contacts.pick(chance, chance.odds(90) ? isSupplier : undefined) ?? known.contacts.pick(chance))?.id

/** A day, or a moment whose day counts. */
const someDay = (scene: Scene): string => {
  const { chance, now } = scene
  return chance.odds(70) ? dayNear(scene, -chance.below(20)) : new Date(now - chance.below(40) * 3_600_000).toISOString()
}

export const order: Act = (scene) => {
  const { chance } = scene
  const proveedor_id = supplierOf(scene)
  const fecha = chance.maybe(40, () => someDay(scene))
  const notas = chance.maybe(20, () => "Urgente")
  const estado = chance.maybe(20, () => chance.pick("ordered", "cancelled", "received"))
  const lineas = orderedLines(scene)
  return proveedor_id && write(scene, "POST", "/pedidos-compra", { proveedor_id, lineas, fecha, notas, estado })
}

const isOrdered = ({ estado }: Fields): boolean => estado === "ordered"

/** An order that waits for its goods; now and then any order. */
const waiting = ({ chance, known }: Scene): string | undefined =>
  known.purchases.pick(chance, chance.odds(75) ? isOrdered : undefined)?.id

export const changeOrder: Act = (scene) => {
  const { chance } = scene
  const id = waiting(scene)
  const body = {
    notas: chance.maybe(50, () => chance.pick("Por la tarde", null)),
    lineas: chance.maybe(40, () => orderedLines(scene)),
    fecha: chance.maybe(20, () => chance.pick(someDay(scene), null)),
    proveedor_id: chance.maybe(15, () => supplierOf(scene)),
    estado: chance.maybe(20, () => chance.pick("ordered", "cancelled", "received")),
  }
  return id && write(scene, "PATCH", `/pedidos-compra/${id}`, body)
}

export const receive: Act = (scene) => {
  const id = waiting(scene)
  return id && write(scene, "PATCH", `/pedidos-compra/${id}`, { estado: "received" })
}

/** Changes the notes, as is possible even in a received order. */
export const noteOrder: Act = (scene) => {
  const { chance, known } = scene
  const seen = known.purchases.pick(chance, chance.odds(70) ? (facts) => !isOrdered(facts) : undefined)
  const notas = chance.pick("Falta una caja", "Llegó tarde", "Por la tarde", null)
  return seen && write(scene, "PATCH", `/pedidos-compra/${seen.id}`, { notas })
}

export const removeOrder: Act = (scene) => {
  const id = waiting(scene)
  return id && write(scene, "DELETE", `/pedidos-compra/${id}`)
}
