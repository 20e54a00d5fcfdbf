import { Context } from "effect"

/**
 * Where chance comes from: identifiers, keys and secrets are made of it and of nothing else, so that a test
 * that fixes it fixes them. Must be cryptographically strong in production.
 */
export class Entropy extends Context.Tag("talonario/Entropy")<
  Entropy,
  {
    /** So many fresh random bytes. */
    readonly bytes: (count: number) => Uint8Array
  }
>() {}
