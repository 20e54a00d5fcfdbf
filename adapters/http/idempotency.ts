import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Effect, Either, Option } from "effect"
import type { Principal } from "../../core/access/Principal.ts"
import type { Command } from "../../core/commit/Command.ts"
import { GroupCommit } from "../../core/commit/GroupCommit.ts"
import { idempotencyId } from "../../core/idempotency/IdempotencyRecord.ts"
import { onceOnly, repeated, type Request } from "../../core/idempotency/onceOnly.ts"
import { Storage, type StorageUnavailable, type TransactionFailure } from "../../core/ports/Storage.ts"
import { type Conflict, invalidField, type InvalidInput, type Refusal } from "../../core/refusals/refusal.ts"
import type { Incoming } from "./Call.ts"
import { type JsonReply, onceReply, type Reply, storedReply, type TextReply } from "./Reply.ts"

/** 1 to 255 printable ASCII characters (decisions, section 1). */
const form = /^[\x20-\x7E]{1,255}$/

/** The request under its Idempotency-Key; null without one. */
export const onceRequest = (
  { pathname, request }: Incoming,
  { accessKeyId }: Principal,
): Either.Either<Request | null, InvalidInput> => {
  const { body, headers, method } = request
  const key = headers["idempotency-key"]
  if (key === undefined) return Either.right(null)
  if (!form.test(key)) {
    return Either.left(invalidField("Idempotency-Key", "debe tener de 1 a 255 caracteres ASCII imprimibles"))
  }
  return Either.right({ accessKeyId, key, fingerprint: fingerprintOf(method, pathname, body) })
}

/** SHA-256 of method, path and body bytes (decisions, "Idempotency"). Methods and paths hold no line end. */
const fingerprintOf = (method: string, pathname: string, body: Uint8Array | "too_large"): string => {
  const hash = sha256.create().update(utf8ToBytes(`${method}\n${pathname}\n`))
  return bytesToHex(hash.update(typeof body === "string" ? utf8ToBytes(body) : body).digest())
}

/** Carries a command out, once per key where the request has one, and answers its result. */
export const carryOut = <A, B>(
  once: Request | null,
  command: Command<A>,
  answer: (result: A) => JsonReply<B>,
): Effect.Effect<Reply<B>, Refusal | TransactionFailure, GroupCommit> =>
  Effect.flatMap(GroupCommit, ({ run }): Effect.Effect<Reply<B>, Refusal | TransactionFailure> => {
    if (once === null) return Effect.map(run(command), answer)
    return Effect.map(run(onceOnly(command, once, (result) => storedReply(answer(result)))), onceReply)
  })

/**
 * What a request that cannot be read is under its key: another request than the first under that key is a
 * conflict, however malformed; the first one again gets its answer. Undefined when the key is new.
 */
export const recalled = (
  once: Request,
  { accessKeyId, organizationId }: Principal,
  { now }: Incoming,
): Effect.Effect<TextReply | undefined, Conflict | StorageUnavailable, Storage> =>
  Effect.gen(function*() {
    const storage = yield* Storage
    const id = idempotencyId(accessKeyId, once.key)
    const found = yield* storage.find("idempotencyRecord", organizationId, id)
    const reply = repeated(Option.getOrUndefined(found), once, now)
    return reply === undefined ? undefined : onceReply(yield* reply)
  })
