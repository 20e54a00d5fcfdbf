import { Context } from "effect"

/**
 * The source of randomness. Identifiers, keys and secrets are made of it and of nothing else, so a test that fixes it fixes
 * them all. In production it must be cryptographically strong.
 */
export class Entropy extends Context.Tag("talonario/Entropy")<
  Entropy,
  {
    /** This many new random bytes. */
    readonly bytes: (count: number) => Uint8Array
  }
>() {}
