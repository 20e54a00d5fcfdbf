import { Effect, Either } from "effect"
import { authenticate } from "../../../core/access/authenticate.ts"
import { bearerKey } from "../../../core/access/bearer.ts"
import { isKeyText, keyFingerprint } from "../../../core/access/keyText.ts"
import { type Principal, type Unauthenticated, unauthenticated } from "../../../core/access/Principal.ts"
import type { GroupCommit } from "../../../core/commit/GroupCommit.ts"
import type { Storage, StorageUnavailable } from "../../../core/ports/Storage.ts"
import { countedAddress } from "../clientAddress.ts"

/** Who sent a request: the principal of its key. Left without a valid key, and when the storage does not answer. */
export type Identified = Either.Either<Principal, Unauthenticated | StorageUnavailable>

/** Nobody: no key was sent. */
export const nobody: Identified = Either.left(unauthenticated)

/** The fingerprint of the key in an Authorization header; undefined where there is none that could be one. */
export const sentFingerprint = (header: string | undefined): string | undefined => {
  const clave = bearerKey(header)
  return clave !== undefined && isKeyText(clave) ? keyFingerprint(clave) : undefined
}

/** Whether the storage could not say who sent a request: it may be anybody. */
export const isUnanswered = (caller: Identified): boolean =>
  Either.isLeft(caller) && caller.left._tag === "StorageUnavailable"

/** Looks up the principal of the key with this fingerprint. */
export const identify = (fingerprint: string | undefined): Effect.Effect<Identified, never, Storage | GroupCommit> =>
  fingerprint === undefined ? Effect.succeed(nobody) : Effect.either(authenticate(fingerprint))

/**
 * The name of the window that a request is counted in. Each key has its own; requests without a valid key, guessed ones
 * included, share that of their address (decisions, section 1).
 */
export const windowName = (caller: Identified, clientAddress: string): string =>
  Either.isRight(caller) ? `key ${caller.right.accessKeyId}` : `client ${countedAddress(clientAddress)}`
