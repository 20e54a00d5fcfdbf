import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import { Entropy } from "../../core/ports/Entropy.ts"

it.effect("EntropyWebCrypto gives as many bytes as asked for, even more than the platform does at once", () =>
  Effect.gen(function*() {
    const { bytes } = yield* Entropy
    for (const count of [0, 1, 65_536, 65_537, 200_000]) {
      const given = bytes(count)
      assert.strictEqual(given.length, count)
      // Sixteen honest random bytes are all zero once in 2^128.
      if (count > 16) assert.isTrue(given.subarray(-16).some((byte) => byte !== 0))
    }
    assert.notDeepEqual(bytes(32), bytes(32))
  }).pipe(Effect.provide(EntropyWebCrypto.layer)))
