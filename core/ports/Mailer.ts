import { Context, Data, type Effect } from "effect"

/** A letter with one file attached. */
export interface Mail {
  /** The same whenever the letter is sent again. The Message-ID is made of it, so that mailboxes can recognise a repetition. */
  readonly id: string
  /** Name of the company on whose behalf it is sent. */
  readonly nombre: string
  /** The address for answers; null for the sender's. */
  readonly responderA: string | null
  readonly para: ReadonlyArray<string>
  readonly asunto: string
  /** Plain text. */
  readonly texto: string
  readonly adjunto: { readonly nombre: string; readonly tipo: string; readonly contenido: Uint8Array }
}

/** The letter did not leave, or not to all of its addresses. */
export class MailNotSent extends Data.TaggedError("MailNotSent")<{
  /** In Spanish or in the server's own words, without secrets. */
  readonly reason: string
  /** Whether it is worth trying again: not for an address that the server refuses for good, say. */
  readonly transient: boolean
  /** The addresses that still need the letter, if the others have it or are `refused`; by default all. */
  readonly left?: ReadonlyArray<string>
  /** The addresses that were refused for good while others were not; by default none. */
  readonly refused?: ReadonlyArray<string>
}> {}

/**
 * Hands letters over to a mail server, or to a stand-in for one. Time limits are up to the adapter. Interruption ends the wait,
 * but the letter may leave all the same.
 */
export class Mailer extends Context.Tag("talonario/Mailer")<
  Mailer,
  {
    /** Succeeds once the letter has been accepted for all of its addresses. */
    readonly send: (mail: Mail) => Effect.Effect<void, MailNotSent>
  }
>() {}
