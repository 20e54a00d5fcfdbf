import type { Fields } from "./Fields.ts"
import { changesOf, nameOf, someNif } from "./properties.ts"
import { type Act, dayNear, type Scene, write } from "./Scene.ts"

const member = (scene: Scene): Fields => {
  const { chance } = scene
  return {
    nombre: nameOf("Socia", scene),
    // Few numbers, so that somebody else has them, or had them.
    numero: chance.maybe(25, () => (chance.odds(2) ? 999_999_999 : chance.between(1, 12))),
    nif: chance.maybe(40, () => someNif(chance)),
    email: chance.maybe(40, () => `s${chance.below(50)}@ejemplo.es`),
    cuota: chance.maybe(60, () => chance.pick(0, 12.5, 30, 99.99)),
    periodicidad: chance.maybe(50, () => chance.pick("weekly", "monthly", "quarterly", "yearly")),
    alta: chance.maybe(40, () => dayNear(scene, -chance.below(30))),
    baja: chance.maybe(20, () => dayNear(scene, chance.pick(-10, 0, 30))),
  }
}

export const join: Act = (scene) => write(scene, "POST", "/socios", member(scene))

export const changeMember: Act = (scene) => {
  const seen = scene.known.members.pick(scene.chance)
  const body = changesOf(scene.chance, member(scene), ["nif", "email", "cuota", "periodicidad", "alta", "baja"])
  return seen && write(scene, "PATCH", `/socios/${seen.id}`, body)
}

export const removeMember: Act = (scene) => {
  const seen = scene.known.members.pick(scene.chance)
  return seen && write(scene, "DELETE", `/socios/${seen.id}`)
}
