import type { Fields } from "./Fields.ts"
import { changesOf, nameOf } from "./properties.ts"
import { type Act, type Scene, write } from "./Scene.ts"

const stages = ["nueva", "propuesta", "negociación"] as const

const deal = (scene: Scene): Fields => {
  const { chance, known } = scene
  return {
    titulo: nameOf("Reforma", scene),
    contacto_id: chance.maybe(50, () => (chance.odds(5) ? chance.among(known.contacts.gone) : known.contacts.pick(chance)?.id)),
    importe: chance.maybe(60, () => chance.pick(0, 1500, 99.99, 0.01)),
    etapa: chance.maybe(50, () => chance.pick(...stages)),
  }
}

/** Mostly an open deal; now and then one created as closed, or with a reason that it may not have. */
export const openDeal: Act = (scene) => {
  const { chance } = scene
  const body = {
    ...deal(scene),
    ...chance.odds(20) ? { estado: chance.pick("won", "lost", "open") } : {},
    ...chance.odds(10) ? { motivo: chance.pick("Precio", "Plazo", null) } : {},
  }
  return write(scene, "POST", "/oportunidades", body)
}

/** Another stage or result, or a reason, which only a lost deal may have; now and then everything as it was shown. */
export const changeDeal: Act = (scene) => {
  const { chance, known } = scene
  const seen = known.deals.pick(chance)
  if (seen === undefined) return undefined
  const { creado: _, id: __, ...shown } = seen.facts
  const body = {
    ...chance.odds(10) ? shown : changesOf(chance, deal(scene), ["contacto_id", "importe", "etapa"]),
    ...chance.odds(45) ? { estado: chance.pick("won", "lost", "open") } : {},
    ...chance.odds(20) ? { motivo: chance.pick("Precio", "Plazo", null) } : {},
  }
  return write(scene, "PATCH", `/oportunidades/${seen.id}`, body)
}

export const removeDeal: Act = (scene) => {
  const seen = scene.known.deals.pick(scene.chance)
  return seen && write(scene, "DELETE", `/oportunidades/${seen.id}`)
}
