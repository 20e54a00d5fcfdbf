import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, TestClock } from "effect"
import { idOf, makeScene } from "../http/scene.ts"

const hook = { url: "https://example.org/avisos", sucesos: ["*"] }

describe("delivering", () => {
  it.scoped("sends an event to a subscription once, as it was when it happened", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene()
      yield* scene.post("/webhooks", hook)
      const contact = yield* scene.post("/contactos", { nombre: "Ana" })
      yield* scene.request("PATCH", `/contactos/${idOf(contact)}`, { key: scene.live, body: { nombre: "Eva" } })
      yield* scene.workOff
      yield* TestClock.adjust(Duration.days(3))
      yield* scene.workOff
      assert.lengthOf(scene.notices, 2)
      console.log(scene.notices)
    }))
})
