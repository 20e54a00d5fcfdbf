import { assert, describe, it } from "@effect/vitest"
import { Effect, Runtime } from "effect"
import { instant } from "../../core/calendar/instant.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { makeTalonario } from "../../runtimes/embedded/makeTalonario.ts"
import { valueOf } from "../../runtimes/embedded/Result.ts"

const hour = 60 * 60 * 1000

describe("a host that works by workOff alone", () => {
  it("keeps no answers for keys whose day is over", async () => {
    let now = Date.UTC(2026, 10, 20, 12)
    const talonario = await makeTalonario({ clock: { now: () => now }, log: () => {} })
    const { id } = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Talleres Núñez" }))
    const { contactos } = talonario.company(id, "live")
    const kept = async () => {
      const found = Effect.flatMap(Storage, ({ expired }) => expired("idempotencyRecord", instant(now + 1), 10))
      return (await Runtime.runPromise(talonario.runtime)(found)).length
    }
    valueOf(await contactos.createContact({ nombre: "Ana" }, { idempotencyKey: "uno" }))
    await talonario.workOff()
    assert.strictEqual(await kept(), 1)
    now += 24 * hour + 1
    await talonario.workOff()
    assert.strictEqual(await kept(), 0)
    await talonario.close()
  })
})
