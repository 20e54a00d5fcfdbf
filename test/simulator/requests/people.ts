import type { Chance } from "../Chance.ts"
import type { Fields } from "./Fields.ts"
import { type Act, dayNear, type Scene, write } from "./Scene.ts"

const nifs = ["12345678Z", "11111111H", "00000001R", "X0000000T", "B12345674", " 12.345.678-z ", "ES11111111H"]

export const someNif = (chance: Chance): string | undefined => chance.among(nifs)

const labels = ["vip", "web", "2026"]

/** Names differ, so that lists can be told apart. */
export const nameOf = (kind: string, { chance }: Scene): string => `${kind} ${chance.below(100_000)}`

export const someLabels = (chance: Chance): ReadonlyArray<string> => labels.slice(0, chance.below(labels.length + 1))

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

/** Some of the properties, one of them perhaps emptied; now and then nothing at all. */
export const changesOf = (chance: Chance, whole: Fields, nullable: ReadonlyArray<string>): Fields => {
  const kept = Object.entries(whole).filter(([, value]) => value !== undefined && chance.odds(40))
  const emptied = chance.odds(25) ? chance.among(nullable) : undefined
  return { ...Object.fromEntries(kept), ...(emptied === undefined ? {} : { [emptied]: null }) }
}

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
