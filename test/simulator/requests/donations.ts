import type { Fields } from "./Fields.ts"
import { changesOf } from "./properties.ts"
import { type Act, dayNear, type Scene, write, wrong } from "./Scene.ts"

const donation = (scene: Scene): Fields => {
  const { chance, known } = scene
  const [member, contact] = [known.members, known.contacts].map((pool) =>
    chance.odds(6) ? chance.among(pool.gone) : pool.pick(chance)?.id)
  return {
    importe: chance.pick(10, 25.5, 0.01, 1000),
    fecha: chance.maybe(40, () => dayNear(scene, -chance.below(30))),
    forma_pago: chance.maybe(50, () => chance.pick("transfer", "cash", "card")),
    anonimo: chance.maybe(30, () => chance.odds(60)),
    ...chance.pick<Fields>({ socio_id: member }, { socio_id: member }, { contacto_id: contact }, {}),
  }
}

/** A donation; now and then with two donors, which is refused. */
export const donate: Act = (scene) => {
  const { chance, known } = scene
  const [socio_id, contacto_id] = [known.members.pick(chance)?.id, known.contacts.pick(chance)?.id]
  const isOfBoth = socio_id !== undefined && contacto_id !== undefined && chance.odds(4)
  const ask = write(scene, "POST", "/donativos", { ...donation(scene), ...isOfBoth ? { socio_id, contacto_id } : {} })
  return isOfBoth ? wrong(ask, { status: 422, campo: "contacto_id" }) : ask
}

export const changeDonation: Act = (scene) => {
  const seen = scene.known.donations.pick(scene.chance)
  const body = changesOf(scene.chance, donation(scene), ["fecha", "forma_pago", "anonimo", "socio_id", "contacto_id"])
  return seen && write(scene, "PATCH", `/donativos/${seen.id}`, body)
}

export const removeDonation: Act = (scene) => {
  const seen = scene.known.donations.pick(scene.chance)
  return seen && write(scene, "DELETE", `/donativos/${seen.id}`)
}
