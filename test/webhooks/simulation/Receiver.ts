import { Effect, Exit } from "effect"
import type { Instant } from "../../../core/calendar/instant.ts"
import { NoAnswer, type WebhookRequest, type WebhookSender } from "../../../core/ports/WebhookSender.ts"
import { silence } from "../../support/simulated.ts"
import type { VirtualTime } from "./VirtualTime.ts"

/**
 * What a receiver does about an attempt: answers with a status, breaks off, or stays silent for ever. Dripping bytes counts
 * as a late answer here, since how much of one is read is decided by the sender.
 */
export type Reply =
  | { readonly codigo: number; readonly after: number }
  | { readonly error: string; readonly after: number }
  | "hangs"

/** An attempt as seen from outside. */
export interface Attempt extends WebhookRequest {
  /** Id of the delivery. */
  readonly envio: string
  readonly intento: number
  /** The worker that made it. */
  readonly worker: number
  readonly begun: Instant
  /** Null while it is under way. */
  ended: Instant | null
  /** Its outcome; "cut" if we ended it. */
  outcome: { readonly codigo: number } | { readonly error: string } | "cut" | null
}

/** Decides what a receiver does about an attempt that begins. */
export type Receive = (attempt: Attempt) => Reply

/** The receivers of a world. */
export interface Receivers {
  readonly receive: Receive
  /** Called when an attempt has ended, before that is noted. */
  readonly ended?: (attempt: Attempt) => void
}

/** A sender to receivers that are functions. It logs every attempt; once dead, it sends nothing. */
export const senderTo = (
  time: VirtualTime,
  { ended, receive }: Receivers,
  log: Array<Attempt>,
  worker: number,
  isDead: () => boolean,
): WebhookSender["Type"] => ({
  send: (request) =>
    Effect.suspend(() => {
      if (isDead()) return silence
      const attempt: Attempt = {
        ...request,
        envio: request.headers["x-svc-envio"] ?? "",
        intento: Number(request.headers["x-svc-intento"]),
        worker,
        begun: time.now,
        ended: null,
        outcome: null,
      }
      log.push(attempt)
      return Effect.onExit(answered(receive(attempt)), (exit) =>
        Effect.sync(() => {
          attempt.ended = time.now
          attempt.outcome = outcomeOf(exit)
          ended?.(attempt)
        }))
    }),
})

const answered = (reply: Reply): Effect.Effect<{ readonly codigo: number }, NoAnswer> => {
  if (reply === "hangs") return silence
  const answer = "codigo" in reply ? Effect.succeed({ codigo: reply.codigo }) : new NoAnswer({ reason: reply.error })
  return reply.after === 0 ? answer : Effect.zipRight(Effect.sleep(reply.after), answer)
}

const outcomeOf = (exit: Exit.Exit<{ readonly codigo: number }, NoAnswer>): Attempt["outcome"] => {
  if (Exit.isSuccess(exit)) return exit.value
  return exit.cause._tag === "Fail" ? { error: exit.cause.error.reason } : "cut"
}
