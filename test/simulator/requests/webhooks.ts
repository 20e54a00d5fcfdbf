import { wishes } from "../../webhooks/simulation/script.ts"
import { hosts } from "../../webhooks/simulation/weather.ts"
import type { Fields } from "./Fields.ts"
import { type Act, type Scene, write } from "./Scene.ts"

const webhook = ({ chance }: Scene): Fields => ({
  url: chance.among(hosts),
  sucesos: chance.odds(40) ? ["*"] : chance.among(wishes),
  descripcion: chance.maybe(30, () => "avisos"),
  modo_aviso: chance.maybe(30, () => chance.pick("firma", "token")),
})

/** Seldom more than three: each makes one more delivery of every event. */
export const subscribe: Act = (scene) => {
  const { chance, known } = scene
  const isEnough = known.webhooks.all.length >= 3 && !chance.odds(4)
  return isEnough ? undefined : write(scene, "POST", "/webhooks", webhook(scene))
}

const isOn = ({ activo }: Fields): boolean => activo === true

const one = ({ chance, known }: Scene): string | undefined => known.webhooks.pick(chance)?.id

export const changeWebhook: Act = (scene) => {
  const { chance } = scene
  const id = one(scene)
  const { url = "", ...rest } = webhook(scene)
  const body = chance.pick<Fields>({ activo: false }, { activo: false }, { activo: true }, { url }, rest, {})
  return id && write(scene, "PATCH", `/webhooks/${id}`, body)
}

export const reactivate: Act = (scene) => {
  const off = scene.known.webhooks.pick(scene.chance, (facts) => !isOn(facts)) ?? scene.known.webhooks.pick(scene.chance)
  return off && write(scene, "POST", `/webhooks/${off.id}/reactivar`)
}

export const rotate: Act = (scene) => {
  const id = one(scene)
  return id && write(scene, "POST", `/webhooks/${id}/rotar-secreto`)
}

export const testWebhook: Act = (scene) => {
  const id = one(scene)
  return id && write(scene, "POST", `/webhooks/${id}/probar`)
}

export const unsubscribe: Act = (scene) => {
  const id = one(scene)
  return id && write(scene, "DELETE", `/webhooks/${id}`)
}

export const replay: Act = (scene) => {
  const seen = scene.known.deliveries.pick(scene.chance)
  return seen && write(scene, "POST", `/webhooks/${seen.under}/envios/${seen.id}/reenviar`)
}

/** Of the last days, up to a minute ago. */
export const replayRange: Act = (scene) => {
  const id = one(scene)
  const { chance, now } = scene
  const body = {
    desde: new Date(now - chance.between(1, 40) * 86_400_000).toISOString(),
    hasta: chance.maybe(50, () => new Date(now - 60_000).toISOString()),
  }
  return id && write(scene, "POST", `/webhooks/${id}/reenviar`, body)
}
