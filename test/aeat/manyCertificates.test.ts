import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { makeConnections } from "../../adapters/aeat/http/connections.ts"
import { certificateOf, newAuthority } from "./secureServer.ts"

const certificate = certificateOf(newAuthority())

/** The same certificate in another file: what follows its end is not read. */
const copy = (n: number) => ({
  ...certificate,
  pkcs12: Redacted.make(Uint8Array.from([...Redacted.value(certificate.pkcs12), n >> 8, n & 255])),
})

describe("the connections of many companies", () => {
  it.scopedLive("are kept for a thousand certificates, so that memory stays bounded", () =>
    Effect.gen(function*() {
      const { to } = yield* makeConnections(undefined, 1000)
      const agentOf = (n: number) => Effect.scoped(to(copy(n)))
      const first = yield* Effect.forEach(Array.from({ length: 1010 }, (_, n) => n), agentOf)
      const isKept = (n: number) => Effect.map(agentOf(n), (agent) => agent === first[n])
      assert.deepStrictEqual(yield* Effect.forEach([0, 999, 1000, 1009], isKept), [true, true, false, false])
    }))
})
