import { lines } from "./goods.ts"
import { nameOf } from "./properties.ts"
import { type Act, dayNear, type Scene, write } from "./Scene.ts"

/** Seldom more than three, so that orders often go to the same store. */
export const openStore: Act = (scene) => {
  const { chance, known } = scene
  const isEnough = known.stores.all.length >= 3 && !chance.odds(5)
  const body = {
    nombre: nameOf("Tienda", scene),
    plataforma: chance.pick("woocommerce", "prestashop"),
    estado: chance.maybe(20, () => chance.pick("active", "paused")),
  }
  return isEnough ? undefined : write(scene, "POST", "/tiendas", body)
}

const one = ({ chance, known }: Scene): string | undefined =>
  chance.odds(3) ? chance.among(known.stores.gone) : known.stores.pick(chance)?.id

export const changeStore: Act = (scene) => {
  const id = one(scene)
  const { chance } = scene
  const body = {
    nombre: chance.maybe(50, () => "La tienda"),
    plataforma: chance.maybe(50, () => chance.pick("shopify", "prestashop")),
    estado: chance.maybe(20, () => chance.pick("active", "paused")),
  }
  return id && write(scene, "PATCH", `/tiendas/${id}`, body)
}

export const switchStore: Act = (scene) => {
  const id = one(scene)
  return id && write(scene, "POST", `/tiendas/${id}/${scene.chance.pick("pausar", "reanudar")}`)
}

export const removeStore: Act = (scene) => {
  const id = one(scene)
  return id && write(scene, "DELETE", `/tiendas/${id}`)
}

/** An order. There are few ids, so that many were imported before, or are at the same time. */
export const importOrder: Act = (scene) => {
  const { chance, known } = scene
  const id = one(scene)
  const body = {
    referencia_externa: String(chance.between(1, 8)),
    contacto_id: chance.maybe(50, () => known.contacts.pick(chance)?.id),
    serie: chance.maybe(10, () => chance.pick("B", "WEB", "R")),
    fecha_emision: chance.maybe(20, () => dayNear(scene, chance.pick(0, -1))),
    notas: chance.maybe(20, () => "Regalo"),
    precios_con_iva: chance.maybe(50, () => true),
    lineas: lines(scene),
  }
  return id && write(scene, "POST", `/tiendas/${id}/pedidos`, body)
}
