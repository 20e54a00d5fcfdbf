import type { Fields } from "./Fields.ts"
import { changesOf, nameOf, someLabels, someNif } from "./properties.ts"
import { type Act, type Scene, write } from "./Scene.ts"

const contact = (scene: Scene): Fields => {
  const { chance } = scene
  return {
    nombre: nameOf("Cliente", scene),
    tipo: chance.maybe(50, () => chance.pick("customer", "supplier", "supplier")),
    nif: chance.maybe(75, () => someNif(chance)),
    email: chance.maybe(60, () => `c${chance.below(50)}@ejemplo.es`),
    dias_pago: chance.maybe(40, () => chance.pick(0, 15, 30, 60)),
    forma_pago: chance.maybe(30, () => chance.pick("transfer", "cash", "a convenir")),
    irpf: chance.maybe(15, () => chance.pick(7, 15)),
    descuento: chance.maybe(15, () => chance.pick(5, 33.33, 12.5)),
    referencia: chance.maybe(20, () => `R${chance.below(9)}`),
    etiquetas: chance.maybe(30, () => someLabels(chance)),
    notas: chance.maybe(10, () => "línea uno\nlínea dos"),
  }
}

export const addContact: Act = (scene) => write(scene, "POST", "/contactos", contact(scene))

const emptiable = ["nif", "email", "tipo", "dias_pago", "forma_pago", "irpf", "descuento", "etiquetas", "notas"]

export const changeContact: Act = (scene) => {
  const seen = scene.known.contacts.pick(scene.chance)
  const body = changesOf(scene.chance, contact(scene), emptiable)
  return seen && write(scene, "PATCH", `/contactos/${seen.id}`, body)
}

export const removeContact: Act = (scene) => {
  const seen = scene.known.contacts.pick(scene.chance)
  return seen && write(scene, "DELETE", `/contactos/${seen.id}`)
}
