import { Context, Data, type Effect } from "effect"

/** One attempt to deliver a notice: a POST request, ready to be sent. */
export interface WebhookRequest {
  /** An https address, or an http one that the address guard was told to let through. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Sent as these bytes in UTF-8. */
  readonly body: string
}

/** There was no answer. `reason` is a Spanish phrase for the delivery log, without secrets or words of the server's. */
export class NoAnswer extends Data.TaggedError("NoAnswer")<{ readonly reason: string }> {}

/**
 * Sends notices to receivers. Promises: when the connection is made, every address that the host name resolves to is checked,
 * and only a checked one is connected to (decisions, section 2, "Webhooks"); no redirect is followed; at most 64 KiB of an
 * answer are read. Time limits are up to the caller: interruption ends the attempt at once, whatever it waits for.
 */
export class WebhookSender extends Context.Tag("talonario/WebhookSender")<
  WebhookSender,
  {
    /** The status of the answer, once that has ended or 64 KiB of it were read. */
    readonly send: (request: WebhookRequest) => Effect.Effect<{ readonly codigo: number }, NoAnswer>
  }
>() {}
