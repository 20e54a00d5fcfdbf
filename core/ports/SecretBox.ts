import { Context, Data, type Effect } from "effect"

/** The text was not sealed under a secret of this installation, or it was changed since. */
export class SealBroken extends Data.TaggedError("SealBroken") {
  override readonly message = "sealed under no secret of this installation, or changed since"
}

/**
 * Encrypts ("seals") secrets that are stored and must be read again, such as those that sign webhooks. The encryption is
 * authenticated, and the same text gives another seal each time.
 */
export class SecretBox extends Context.Tag("talonario/SecretBox")<
  SecretBox,
  {
    /** The seal holds letters, digits, dots, hyphens and underscores only. */
    readonly seal: (text: string) => Effect.Effect<string>
    readonly open: (sealed: string) => Effect.Effect<string, SealBroken>
  }
>() {}
