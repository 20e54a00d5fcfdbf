import { Effect } from "effect"
import type { Command } from "../../../core/commit/Command.ts"
import { GroupCommit } from "../../../core/commit/GroupCommit.ts"
import { onceOnly, type OnceReply, type OnceRequest } from "../../../core/idempotency/onceOnly.ts"
import type { SecretBox } from "../../../core/ports/SecretBox.ts"
import type { TransactionFailure } from "../../../core/ports/Storage.ts"
import type { Refusal } from "../../../core/refusals/refusal.ts"
import { openedReply } from "../replies/openedReply.ts"
import { type JsonReply, onceReply, type Reply, storedReply, type TextReply } from "../replies/Reply.ts"

/** Wraps a command so that it is carried out only while its caller's key holds, which its own transaction checks. */
export type Guard = <A>(command: Command<A>) => Command<A>

/** For a caller whose key has been looked up already: leaves the command as it is. */
export const unguarded: Guard = (command) => command

/** What makes it safe to carry out the commands of a call: its Idempotency-Key, and the check of its access key. */
export interface Safeguards {
  /** The request under its Idempotency-Key; null without one. */
  readonly once: OnceRequest | null
  readonly guarded: Guard
}

/** Carries a command out, once per key where the request has one, and answers its result. */
export const carryOut = <A, B>(
  { guarded, once }: Safeguards,
  command: Command<A>,
  answer: (result: A) => JsonReply<B>,
): Effect.Effect<Reply<B>, Refusal | TransactionFailure, GroupCommit> =>
  Effect.flatMap(GroupCommit, ({ run }): Effect.Effect<Reply<B>, Refusal | TransactionFailure> => {
    if (once === null) return Effect.map(run(guarded(command)), answer)
    return Effect.map(run(guarded(onceOnly(command, once, (result) => storedReply(answer(result))))), onceReply)
  })

/**
 * The same for an answer that shows a secret: `answer` gives `secreto` sealed, it is kept so, and opened each time
 * it goes out. No table holds it in clear.
 */
export const carryOutSealed = <A, B extends { readonly secreto: string }>(
  { guarded, once }: Safeguards,
  command: Command<A>,
  answer: (result: A) => JsonReply<B>,
): Effect.Effect<TextReply, Refusal | TransactionFailure, GroupCommit | SecretBox> =>
  Effect.flatMap(GroupCommit, ({ run }) => {
    const reply = (result: A) => storedReply(answer(result))
    const done: Effect.Effect<OnceReply, Refusal | TransactionFailure> = once === null
      ? Effect.map(run(guarded(command)), (result) => ({ reply: reply(result), replayed: false }))
      : run(guarded(onceOnly(command, once, reply)))
    return Effect.flatMap(done, openedReply)
  })
