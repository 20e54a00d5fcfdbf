import { Layer } from "effect"
import { Entropy } from "../../core/ports/Entropy.ts"

/** Chance from the Web Crypto of the runtime: Node, browsers, workers alike. */
export const layer = Layer.succeed(Entropy, { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) })
