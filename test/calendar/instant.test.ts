import { assert, describe, it } from "@effect/vitest"
import { instant, isoInstant, isoInstantOrNull } from "../../core/calendar/instant.ts"

describe("an instant", () => {
  it("is written in UTC, with milliseconds", () => {
    const at = instant(1_795_132_800_007)
    assert.strictEqual(isoInstant(at), "2026-11-20T00:00:00.007Z")
    assert.strictEqual(isoInstantOrNull(at), "2026-11-20T00:00:00.007Z")
    assert.strictEqual(isoInstantOrNull(instant(0)), "1970-01-01T00:00:00.000Z")
    assert.isNull(isoInstantOrNull(null))
  })
})
