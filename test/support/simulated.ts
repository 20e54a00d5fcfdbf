import { Effect, Either, Encoding } from "effect"
import { SealBroken, SecretBox } from "../../core/ports/SecretBox.ts"
import { talonarioSoftware } from "../../core/registry/talonarioSoftware.ts"

/** How the HTTP interface is set in simulations. */
export const httpSettings = {
  publicUrl: null,
  secret: new TextEncoder().encode("the simulation keeps no secrets 32"),
  software: talonarioSoftware({ producer: "Talonario", producerNif: "B00000000" }),
  qrHost: "test",
} as const

/** Seals nothing: Web Crypto answers when it likes, and in simulations everything has its time. */
export const openBox = SecretBox.of({
  seal: (text) => Effect.succeed(Encoding.encodeBase64Url(text)),
  open: (sealed) =>
    Either.match(Encoding.decodeBase64UrlString(sealed), {
      onLeft: () => new SealBroken(),
      onRight: (text) => Effect.succeed(text),
    }),
})

/** Never ends. `Effect.never` would keep a timer, and by it a whole simulated world. */
export const silence: Effect.Effect<never> = Effect.async(() => {})
