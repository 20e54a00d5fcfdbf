import { Layer } from "effect"
import { Entropy } from "../../core/ports/Entropy.ts"

/** `crypto.getRandomValues` gives at most so many bytes at a time. */
const most = 65_536

/** Chance from the platform's Web Crypto: Node, browsers, Deno, Bun, workers. */
export const layer: Layer.Layer<Entropy> = Layer.succeed(Entropy, {
  bytes: (count) => {
    const bytes = new Uint8Array(count)
    for (let from = 0; from < count; from += most) {
      globalThis.crypto.getRandomValues(bytes.subarray(from, from + most))
    }
    return bytes
  },
})
