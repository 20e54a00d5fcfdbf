import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Effect, Either, Option } from "effect"
import type { Principal } from "../../../core/access/Principal.ts"
import { idempotencyId, idempotencyKeyIssue, isIdempotencyKey } from "../../../core/idempotency/IdempotencyRecord.ts"
import { type OnceRequest, repeated } from "../../../core/idempotency/onceOnly.ts"
import type { SecretBox } from "../../../core/ports/SecretBox.ts"
import { Storage, type StorageUnavailable } from "../../../core/ports/Storage.ts"
import { type Conflict, invalidField, type InvalidInput } from "../../../core/refusals/refusal.ts"
import { openedReply } from "../replies/openedReply.ts"
import type { TextReply } from "../replies/Reply.ts"
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
  return reply === undefined ? undefined : yield* openedReply(yield* reply)
})
