import { Effect, Either, Fiber } from "effect"
import type { Principal } from "../../../core/access/Principal.ts"
import { withKey } from "../../../core/access/withKey.ts"
import type { ApiResponse } from "../ApiRequest.ts"
import type { Guard } from "../routing/idempotency.ts"
import type { Services } from "../routing/Route.ts"
import type { Answering } from "./answering.ts"
import type { Asked } from "./Asked.ts"
import { type Identified, identify, isUnanswered } from "./identify.ts"

/** Answers for the principal that the key had before. Nothing is told before its present principal is known. */
type AnswerAs = (
  presumed: Principal,
  asked: Asked,
) => Effect.Effect<{ readonly response: ApiResponse; readonly caller: Identified }, never, Services>

/**
 * Answers requests that name their callers by keys: presumes that a key which was seen before still stands for the same,
 * and answers anew where it does not.
 */
export const presuming = (answering: Answering): ((asked: Asked) => Effect.Effect<ApiResponse, never, Services>) => {
  const presumptions = makePresumptions()

  /** Both ask the storage in the same turn. */
  const readAs: AnswerAs = Effect.fnUntraced(function*(presumed, asked) {
    const identifying = yield* Effect.fork(identify(asked.fingerprint))
    const response = yield* answering.to(asked, Either.right(presumed))
    // Joining would bring its references along, which cost more than its answer.
    return { response, caller: yield* yield* Fiber.await(identifying) }
  })

  /** What is carried out has seen the key hold in its own transaction; anything else is told once the key is looked up. */
  const writeAs: AnswerAs = (presumed, asked) =>
    Effect.suspend(() => {
      let isHeld = false
      const guarded: Guard = (command) => withKey(command, presumed, (held) => (isHeld = held))
      const caller = Either.right(presumed)
      return Effect.flatMap(answering.to(asked, caller, guarded), (response) =>
        isHeld
          ? Effect.succeed({ response, caller })
          : Effect.map(identify(asked.fingerprint), (found) => ({ response, caller: found })))
    })

  /** The principal of a key not met yet is looked up first. */
  const introduce = (asked: Asked): Effect.Effect<ApiResponse, never, Services> =>
    Effect.flatMap(identify(asked.fingerprint), (caller) => {
      presumptions.note(asked.fingerprint, caller)
      return answering.to(asked, caller)
    })

  return (asked) => {
    const presumed = presumptions.of(asked.fingerprint)
    if (presumed === undefined) return introduce(asked)
    const isRead = asked.match === undefined || asked.match.route.method === "GET"
    return Effect.flatMap((isRead ? readAs : writeAs)(presumed, asked), ({ caller, response }) => {
      if (Either.isRight(caller)) return Effect.succeed(response)
      presumptions.note(asked.fingerprint, caller)
      return isToldAlready(response, caller) ? Effect.succeed(response) : answering.to(asked, caller)
    })
  }
}

/** A failure is logged once, under the reference that is told. A 500 tells nothing else, so anybody may have it. */
const isToldAlready = ({ status }: ApiResponse, caller: Identified): boolean => status === 500 && isUnanswered(caller)

/** Keys remembered at most; beyond, all are forgotten and met anew. */
const keysMax = 10_000

/**
 * The principals of keys that have been looked up. A key's principal never changes; whether the key still holds may, and is
 * asked each time: a presumption only lets it be asked together with what is read or written.
 */
const makePresumptions = () => {
  const principals = new Map<string, Principal>()
  return {
    /** The principal of the key with this fingerprint, if it still holds; undefined for an unknown one. */
    of: (fingerprint: string | undefined): Principal | undefined =>
      fingerprint === undefined ? undefined : principals.get(fingerprint),
    /** Remembers what was found. Where it was nobody the key is forgotten: nothing more is read or printed for a revoked one. */
    note: (fingerprint: string | undefined, caller: Identified): void => {
      if (fingerprint === undefined || isUnanswered(caller)) return
      if (Either.isLeft(caller)) return void principals.delete(fingerprint)
      if (principals.size >= keysMax) principals.clear()
      principals.set(fingerprint, caller.right)
    },
  }
}
