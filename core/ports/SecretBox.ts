import { Context, Data, type Effect } from "effect"

/** The text was not sealed here under the present secret, or was changed since. */
export class SealBroken extends Data.TaggedError("SealBroken") {}

/**
 * Keeps secrets that must be read again, such as those that webhooks are signed with: what is stored is sealed.
 * Sealing is authenticated, and the same text gives another seal each time.
 */
export class SecretBox extends Context.Tag("talonario/SecretBox")<
  SecretBox,
  {
    /** The seal holds letters, digits, dots, hyphens and underscores only. */
    readonly seal: (text: string) => Effect.Effect<string>
    readonly open: (sealed: string) => Effect.Effect<string, SealBroken>
  }
>() {}
