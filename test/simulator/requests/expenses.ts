import type { Fields } from "./Fields.ts"
import { changesOf } from "./properties.ts"
import { type Act, dayNear, type Scene, write } from "./Scene.ts"

const expense = (scene: Scene): Fields => {
  const { chance, known } = scene
  return {
    base: chance.pick(100, 12.5, 0.5, 33.33, -20, 1234.56),
    proveedor_id: chance.maybe(50, () => known.contacts.pick(chance)?.id),
    referencia: chance.maybe(40, () => `F-${chance.below(30)}`),
    categoria: chance.maybe(40, () => chance.pick("luz", "viajes")),
    clase: chance.maybe(20, () => chance.pick("goods", "service")),
    fecha: chance.maybe(40, () => dayNear(scene, -chance.below(40))),
    tipo_iva: chance.maybe(40, () => chance.pick(21, 10, 7.5, 0)),
    pagado: chance.maybe(20, () => chance.odds(50)),
    notas: chance.maybe(10, () => "ñ"),
  }
}

export const addExpense: Act = (scene) => write(scene, "POST", "/gastos", expense(scene))

export const changeExpense: Act = (scene) => {
  const seen = scene.known.expenses.pick(scene.chance)
  const body = changesOf(scene.chance, expense(scene), ["proveedor_id", "categoria", "clase", "tipo_iva", "pagado"])
  return seen && write(scene, "PATCH", `/gastos/${seen.id}`, body)
}

export const judgeExpense: Act = (scene) => {
  const seen = scene.known.expenses.pick(scene.chance)
  const deed = scene.chance.pick("solicitar-aprobacion", "aprobar", "rechazar")
  return seen && write(scene, "POST", `/gastos/${seen.id}/${deed}`)
}

export const removeExpense: Act = (scene) => {
  const seen = scene.known.expenses.pick(scene.chance)
  return seen && write(scene, "DELETE", `/gastos/${seen.id}`)
}
