import { Effect, Either } from "effect"
import { authenticate } from "../../core/access/authenticate.ts"
import { bearerKey } from "../../core/access/bearer.ts"
import { type Principal, type Unauthenticated, unauthenticated } from "../../core/access/Principal.ts"
import type { GroupCommit } from "../../core/commit/GroupCommit.ts"
import type { Storage, StorageUnavailable } from "../../core/ports/Storage.ts"
import { countedAddress } from "./clientAddress.ts"

/** Whom an Authorization header stands for; left also when it cannot be looked up. */
export type Identified = Either.Either<Principal, Unauthenticated | StorageUnavailable>

/** Nobody: no key was sent. */
export const nobody: Identified = Either.left(unauthenticated)

/** Looks up whom the header stands for. */
export const identify = (
  header: string | undefined,
): Effect.Effect<Identified, never, Storage | GroupCommit> => {
  const clave = bearerKey(header)
  return clave === undefined ? Effect.succeed(nobody) : Effect.either(authenticate(clave))
}

/** Keys are counted each on its own; requests without a valid one, guesses too, by client (decisions, section 1). */
export const windowName = (caller: Identified, clientAddress: string): string =>
  Either.isRight(caller) ? `key ${caller.right.accessKeyId}` : `client ${countedAddress(clientAddress)}`
