import type { Region } from "../../../core/tax/regions.ts"
import type { Chance } from "../Chance.ts"
import type { Fields } from "./Fields.ts"
import { changesOf, nameOf, someLabels } from "./properties.ts"
import { type Act, type Scene, write } from "./Scene.ts"

/** Tax rates that are valid at any date, the ordinary one first. */
const rates: Readonly<Record<Region, readonly [number, ...Array<number>]>> = {
  peninsula: [21, 21, 10, 4, 0],
  canarias: [7, 7, 3, 9.5, 0],
  ceuta: [4, 0.5, 10],
  melilla: [4, 1, 8],
}

export const rateIn = (region: Region, chance: Chance): number => chance.pick(...rates[region])

/** Prices, among them those that end in half a cent. */
export const price = (chance: Chance): number =>
  chance.pick(10, 100, 2.5, 33.33, 0.01, 0.005, 12.345, 6097.74, 1250, 99.99, 19.999999, 0.12345678)

const product = (scene: Scene): Fields => {
  const { chance, region } = scene
  return {
    nombre: nameOf("Tornillo", scene),
    sku: chance.maybe(40, () => `SKU-${chance.below(6)}`),
    precio: chance.maybe(80, () => price(chance)),
    tipo_iva: chance.maybe(50, () => rateIn(region, chance)),
    stock: chance.maybe(70, () => chance.between(-2, 12)),
    stock_minimo: chance.maybe(60, () => chance.between(0, 6)),
    clase: chance.maybe(30, () => chance.pick("goods", "service")),
    unidad: chance.maybe(20, () => "kg"),
    categoria: chance.maybe(20, () => "obra"),
    etiquetas: chance.maybe(20, () => someLabels(chance)),
  }
}

export const addProduct: Act = (scene) => write(scene, "POST", "/productos", product(scene))

export const changeProduct: Act = (scene) => {
  const seen = scene.known.products.pick(scene.chance)
  const body = changesOf(scene.chance, product(scene), ["sku", "precio", "tipo_iva", "stock", "unidad", "stock_minimo"])
  return seen && write(scene, "PATCH", `/productos/${seen.id}`, body)
}

export const removeProduct: Act = (scene) => {
  const seen = scene.known.products.pick(scene.chance)
  return seen && write(scene, "DELETE", `/productos/${seen.id}`)
}

/** A line with its own text, or of a product, now and then a deleted one. */
export const line = ({ chance, known, region }: Scene): Fields => {
  const own = known.products.pick(chance)?.id
  const producto_id = chance.odds(3) ? chance.among(known.products.gone) : own
  const isProduct = producto_id !== undefined && chance.odds(60)
  return {
    ...(isProduct ? { producto_id } : { descripcion: "Revisión", precio: price(chance) }),
    ...(isProduct && chance.odds(20) ? { precio: price(chance), descripcion: "A medida" } : {}),
    cantidad: chance.maybe(80, () => chance.pick(1, 1, 2, 3, 0.5, 12, 1.333333, 0.3333335, -1)),
    descuento: chance.maybe(25, () => chance.pick(0, 10, 33.33, 100)),
    tipo_iva: chance.maybe(60, () => rateIn(region, chance)),
    clase: chance.maybe(15, () => chance.pick("goods", "service")),
    unidad: chance.maybe(10, () => "h"),
  }
}

export const lines = (scene: Scene): ReadonlyArray<Fields> =>
  Array.from({ length: scene.chance.pick(1, 1, 2, 3, 4) }, () => line(scene))
