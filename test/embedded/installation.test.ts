import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Redacted } from "effect"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import type { Configuration } from "../../runtimes/embedded/Configuration.ts"
import { installationOf } from "../../runtimes/embedded/Installation.ts"
import { sampleId } from "../support/samples.ts"
import { secret, software } from "./onPostgres.ts"

const read = (configuration: Configuration) => Effect.runSync(installationOf(configuration))

/** The error of a configuration, even one that its types do not allow. */
const wrong = (configuration: object): string =>
  Effect.runSync(Effect.match(Reflect.apply(installationOf, undefined, [configuration]), {
    onFailure: (error: unknown) => String(Reflect.get(Object(error), "message")),
    onSuccess: () => "nothing",
  }))

describe("the installation of a configuration", () => {
  it("puts the real service in QRs only if records are sent there, or if told to", () => {
    const hosts = ([{}, { aeat: "test" }, { aeat: { url: "https://localhost/" } }, { aeat: "test", qrHost: "production" }] as const).map((given) =>
      read(given).qrHost)
    assert.deepStrictEqual(hosts, ["production", "test", "test", "production"])
  })

  it("checks earlier secrets like the current one", () => {
    assert.strictEqual(wrong({ secret, earlierSecrets: ["corto"] }), "secret: 32 bytes or more, not 5")
    assert.strictEqual(wrong({ secret, earlierSecrets: [12] }), "secret: a text or bytes, 32 or more")
    const { earlierSecrets } = read({ secret, earlierSecrets: ["ñ".repeat(16), Redacted.make(new Uint8Array(32).fill(7))] })
    assert.deepStrictEqual(earlierSecrets.map(Redacted.value), [new TextEncoder().encode("ñ".repeat(16)), new Uint8Array(32).fill(7)])
  })

  it("reads cursors of earlier secrets, and of no others", () => {
    const cursor = { organization: sampleId(), collection: "contactos", orden: "antiguo", position: 7 } as const
    const [old, other] = ["o".repeat(32), "x".repeat(32)].map((one) => read({ secret: one }).cursors.sign(cursor))
    const { cursors } = read({ secret, earlierSecrets: ["o".repeat(32)] })
    assert.deepStrictEqual(Either.getOrNull(cursors.read(old ?? "", cursor)), cursor)
    assert.isTrue(Either.isLeft(cursors.read(other ?? "", cursor)))
  })

  it("refuses fractions in counts, and rate limits in the database of a storage without one", () => {
    const storage = { url: "postgres://nadie@127.0.0.1/nada", connectionsMax: 1.5 }
    assert.match(wrong({ storage, secret, software }), /^storage\.connectionsMax: a whole number/)
    assert.match(wrong({ rateLimit: { limit: 1.5, windowSeconds: 60 } }), /^rateLimit: /)
    assert.match(wrong({ storage: StorageMemory.layer, secret, software, rateLimitStore: "database" }), /^rateLimitStore: database needs/)
  })

  it("refuses a function as an adapter, except for a queue, and accepts a redacted address", () => {
    assert.match(wrong({ mailer: () => {} }), /^mailer: a Layer, or an object of functions: send$/)
    assert.strictEqual(wrong({ queue: () => ({}) }), "nothing")
    assert.strictEqual(wrong({ smtp: { url: Redacted.make("smtps://u:p@mail.ejemplo.es"), from: "f@ejemplo.es" } }), "nothing")
  })
})
