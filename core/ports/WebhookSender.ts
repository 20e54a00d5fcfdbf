import { Context, Data, type Effect } from "effect"

/** One attempt, ready to leave: a POST. */
export interface WebhookRequest {
  /** An https address, or an http one that the address guard was told to let through. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Sent as these bytes in UTF-8. */
  readonly body: string
}

/** No answer came; `reason` is a Spanish phrase for the delivery log, without secrets and without the server's words. */
export class NoAnswer extends Data.TaggedError("NoAnswer")<{ readonly reason: string }> {}

/**
 * Carries notices to receivers. Promises: every address that a host name resolves to is judged when the connection is
 * made, and only a judged one is connected to (decisions, section 2, "Webhooks"); no redirect is followed; of an answer
 * at most 64 KiB are read. Setting a time limit is the caller's: interruption ends the attempt at once, whatever it
 * waits for.
 */
export class WebhookSender extends Context.Tag("talonario/WebhookSender")<
  WebhookSender,
  {
    /** Status of the answer, once it has ended or 64 KiB of it were read. */
    readonly send: (request: WebhookRequest) => Effect.Effect<{ readonly codigo: number }, NoAnswer>
  }
>() {}
