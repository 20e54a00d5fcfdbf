import { Context, Data, type Effect } from "effect"

/** A letter with one file. */
export interface Mail {
  /** Stays the same when it is sent again, so that mailboxes can tell a repetition: a Message-ID is made of it. */
  readonly id: string
  /** Name of the company on whose behalf it is sent. */
  readonly nombre: string
  /** Where answers go; null: to the sender. */
  readonly responderA: string | null
  readonly para: ReadonlyArray<string>
  readonly asunto: string
  /** Plain text. */
  readonly texto: string
  readonly adjunto: { readonly nombre: string; readonly tipo: string; readonly contenido: Uint8Array }
}

/** The letter did not leave; `reason` is in Spanish or the server's own words, without addresses' secrets. */
export class MailNotSent extends Data.TaggedError("MailNotSent")<{
  readonly reason: string
  /** Whether trying again can help: false for an address that the server refuses for good. */
  readonly transient: boolean
  /** Who is to get it when it is tried again, where the others have it or are `refused`: all of them unless told. */
  readonly left?: ReadonlyArray<string>
  /** Who is refused for good, where others are not. */
  readonly refused?: ReadonlyArray<string>
}> {}

/**
 * Hands letters over to a mail server, or to what stands in for one. A time limit is the adapter's; interruption ends the
 * wait, not always the letter.
 */
export class Mailer extends Context.Tag("talonario/Mailer")<
  Mailer,
  {
    /** Succeeds once the letter is taken for all of its recipients. */
    readonly send: (mail: Mail) => Effect.Effect<void, MailNotSent>
  }
>() {}
