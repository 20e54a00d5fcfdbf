import { Effect, Either, Encoding } from "effect"
import { SealBroken, SecretBox } from "../../core/ports/SecretBox.ts"
import { talonarioSoftware } from "../../core/registry/talonarioSoftware.ts"

/** Settings of the HTTP interface in simulations. */
export const httpSettings = {
  publicUrl: null,
  secret: new TextEncoder().encode("the simulation keeps no secrets 32"),
  software: talonarioSoftware({ producer: "Talonario", producerNif: "B00000000" }),
  qrHost: "test",
} as const

/** A box that seals nothing: how long Web Crypto takes is up to the host, while in simulations time must be under control. */
export const openBox = SecretBox.of({
  seal: (text) => Effect.succeed(Encoding.encodeBase64Url(text)),
  open: (sealed) =>
    Either.match(Encoding.decodeBase64UrlString(sealed), {
      onLeft: () => new SealBroken(),
      onRight: (text) => Effect.succeed(text),
    }),
})

/**
 * Never ends, but can be interrupted wherever it stands, so that the end of a simulated world lets go of who waits there.
 * `Effect.never` would hold a timer, and through it keep the whole world in memory.
 */
export const silence: Effect.Effect<never> = Effect.interruptible(Effect.async(() => {}))
