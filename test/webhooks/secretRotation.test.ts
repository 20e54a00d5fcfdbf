import { assert, describe, it } from "@effect/vitest"
import { instant } from "../../core/calendar/instant.ts"
import { firstSecrets, rotateSecret, signingSecrets } from "../../core/webhooks/secretRotation.ts"

const [first, second, third] = ["v1.first", "v1.second", "v1.third"] as const
const hour = 60 * 60 * 1000
const at = (hours: number) => instant(hours * hour)

describe("secret rotation", () => {
  it("keeps the old secret signing beside the new one for 24 hours, new first", () => {
    const rotated = rotateSecret(firstSecrets(first), second, at(0))
    assert.deepStrictEqual(signingSecrets(firstSecrets(first), at(0)), [first])
    assert.deepStrictEqual(signingSecrets(rotated, at(0)), [second, first])
    assert.deepStrictEqual(signingSecrets(rotated, instant(24 * hour - 1)), [second, first])
    assert.deepStrictEqual(signingSecrets(rotated, at(24)), [second])
    assert.deepStrictEqual(signingSecrets(rotated, at(1000)), [second])
  })

  it("drops the oldest of three", () => {
    const twice = rotateSecret(rotateSecret(firstSecrets(first), second, at(0)), third, at(1))
    assert.deepStrictEqual(signingSecrets(twice, at(2)), [third, second])
    assert.deepStrictEqual(signingSecrets(twice, at(24)), [third, second])
    assert.deepStrictEqual(signingSecrets(twice, at(25)), [third])
  })
})
