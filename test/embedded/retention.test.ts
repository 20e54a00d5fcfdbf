import { assert, describe, it } from "@effect/vitest"
import { Effect, Runtime } from "effect"
import { instant } from "../../core/calendar/instant.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { makeTalonario } from "../../runtimes/embedded/makeTalonario.ts"
import { valueOf } from "../../runtimes/embedded/Result.ts"

const hour = 60 * 60 * 1000

describe("a host that works by workOff alone", () => {
  it("keeps no answers for keys whose day is over, but for an hour at most", async () => {
    let now = Date.UTC(2026, 10, 20, 12)
    const talonario = await makeTalonario({ clock: { now: () => now }, log: () => {} })
    const { id } = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Talleres Núñez" }))
    const { contactos } = talonario.company(id, "live")
    const kept = async () => {
      const found = Effect.flatMap(Storage, ({ expired }) => expired("idempotencyRecord", instant(now + 1), 10))
      return (await Runtime.runPromise(talonario.runtime)(found)).length
    }
    const keptIn = async (millis: number) => {
      now += millis
      await talonario.workOff()
      return kept()
    }
    valueOf(await contactos.createContact({ nombre: "Ana" }, { idempotencyKey: "uno" }))
    assert.strictEqual(await keptIn(0), 1)
    assert.strictEqual(await keptIn(23.5 * hour), 1)
    assert.strictEqual(await keptIn(hour - 1), 1, "it looks once an hour")
    assert.strictEqual(await keptIn(1), 0)
    await talonario.close()
  })
})
