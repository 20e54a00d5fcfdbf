import { assert, describe, it } from "@effect/vitest"
import { instant } from "../../core/calendar/instant.ts"
import { civilDateIn, instantOnDay, taxOf, zoneOfRegion } from "../../core/tax/regions.ts"

const at = (text: string) => instant(Date.parse(text))

describe("a region", () => {
  it("has a tax and a civil time of its own", () => {
    assert.deepEqual(
      (["peninsula", "canarias", "ceuta", "melilla"] as const).map((region) => [taxOf(region), zoneOfRegion(region)]),
      [["IVA", "Europe/Madrid"], ["IGIC", "Atlantic/Canary"], ["IPSI", "Europe/Madrid"], ["IPSI", "Europe/Madrid"]],
    )
  })

  it("begins its day at its own midnight", () => {
    const lateEvening = at("2026-03-02T23:30:00Z")
    assert.strictEqual(civilDateIn("peninsula", lateEvening), "2026-03-03")
    assert.strictEqual(civilDateIn("canarias", lateEvening), "2026-03-02")
  })
})

describe("the instant that gives a write its day", () => {
  it("is the company's own, while it is on the clock's day", () => {
    const now = at("2026-03-02T12:00:00Z")
    assert.strictEqual(instantOnDay("peninsula", { now, clock: at("2026-03-02T11:00:00Z") }), now)
  })

  it("is the clock's, where the company's order has run ahead into another day there", () => {
    const [now, clock] = [at("2026-03-02T23:30:00Z"), at("2026-03-02T22:30:00Z")]
    assert.strictEqual(instantOnDay("peninsula", { now, clock }), clock)
    assert.strictEqual(instantOnDay("canarias", { now, clock }), now)
  })
})
