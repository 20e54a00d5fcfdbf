import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Effect, Either, Option } from "effect"
import type { Principal } from "../../../core/access/Principal.ts"
import type { Command } from "../../../core/commit/Command.ts"
import { GroupCommit } from "../../../core/commit/GroupCommit.ts"
import { idempotencyId, idempotencyKeyIssue, isIdempotencyKey } from "../../../core/idempotency/IdempotencyRecord.ts"
import { onceOnly, type OnceReply, type OnceRequest, repeated } from "../../../core/idempotency/onceOnly.ts"
import type { SecretBox } from "../../../core/ports/SecretBox.ts"
import { Storage, type StorageUnavailable, type TransactionFailure } from "../../../core/ports/Storage.ts"
import { type Conflict, invalidField, type InvalidInput, type Refusal } from "../../../core/refusals/refusal.ts"
import { openedSecret } from "../../../core/webhooks/openedSecrets.ts"
import { type JsonReply, onceReply, type Reply, storedReply, type TextReply } from "../replies/Reply.ts"
import type { Incoming } from "./Call.ts"

/** The request under its Idempotency-Key; null without one. */
export const onceRequest = (
  { pathname, request }: Incoming,
  { accessKeyId }: Principal,
): Either.Either<OnceRequest | null, InvalidInput> => {
  const { body, headers, method } = request
  const key = headers["idempotency-key"]
  if (key === undefined) return Either.right(null)
  if (!isIdempotencyKey(key)) return Either.left(invalidField("Idempotency-Key", idempotencyKeyIssue))
  return Either.right({ accessKeyId, key, fingerprint: fingerprintOf(method, pathname, body) })
}

/** SHA-256 of method, path and body bytes (decisions, "Idempotency"). Methods and paths hold no line end. */
const fingerprintOf = (method: string, pathname: string, body: Uint8Array | "too_large"): string => {
  const hash = sha256.create().update(utf8ToBytes(`${method}\n${pathname}\n`))
  return bytesToHex(hash.update(typeof body === "string" ? utf8ToBytes(body) : body).digest())
}

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
    return Effect.flatMap(done, opened)
  })

/** Quotes within texts are escaped in JSON: this finds the property alone. */
const sealedSecret = /"secreto":"([^"]+)"/

/** The kept answer as it goes out, its secret in clear. A seal that is not that of a webhook's secret is damage: 500. */
const opened = (once: OnceReply): Effect.Effect<TextReply, never, SecretBox> => {
  const { body } = once.reply
  const [property, sealed] = sealedSecret.exec(body) ?? []
  if (property === undefined || sealed === undefined) return Effect.succeed(onceReply(once))
  return Effect.map(openedSecret(sealed), (secreto) => {
    const clear = body.replace(property, () => `"secreto":${JSON.stringify(secreto)}`)
    return onceReply({ ...once, reply: { ...once.reply, body: clear } })
  })
}

/**
 * The answer to a request that cannot be read, by its key: a conflict when the key was used for another request,
 * however malformed this one is; the first answer again when it is the same. Undefined when the key is new.
 */
export const recalled = Effect.fnUntraced(function*(
  once: OnceRequest,
  { accessKeyId, organizationId }: Principal,
  { now }: Incoming,
): Effect.fn.Return<TextReply | undefined, Conflict | StorageUnavailable, Storage | SecretBox> {
  const storage = yield* Storage
  const id = idempotencyId(accessKeyId, once.key)
  const found = yield* storage.find("idempotencyRecord", organizationId, id)
  const reply = repeated(Option.getOrUndefined(found), once, now)
  return reply === undefined ? undefined : yield* opened(yield* reply)
})
