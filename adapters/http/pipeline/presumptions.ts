import { Effect, Either, Fiber } from "effect"
import type { Principal } from "../../../core/access/Principal.ts"
import { withKey } from "../../../core/access/withKey.ts"
import type { ApiResponse } from "../ApiRequest.ts"
import type { Guard } from "../routing/carryOut.ts"
import type { Services } from "../routing/Route.ts"
import type { Answering } from "./answering.ts"
import type { Asked } from "./Asked.ts"
import { type Identified, identify, isUnanswered } from "./identify.ts"

/**
 * Answers as if the key still stood for the principal that it had before. Gives the answer together with who holds the
 * key now: nothing is sent before that is known.
 */
type AnswerAs = (
  presumed: Principal,
  asked: Asked,
) => Effect.Effect<{ readonly response: ApiResponse; readonly caller: Identified }, never, Services>

/**
 * Answers requests that send a key. A key that was seen before is presumed to hold still, so that looking it up and
 * answering go side by side. Where it turns out to hold no longer, the request is answered anew.
 */
export const presuming = (answering: Answering): ((asked: Asked) => Effect.Effect<ApiResponse, never, Services>) => {
  const presumptions = makePresumptions()

  /** For reads: the key is looked up while the answer is made, so that both questions reach the storage together. */
  const readAs: AnswerAs = Effect.fnUntraced(function*(presumed, asked) {
    const identifying = yield* Effect.fork(identify(asked.fingerprint))
    const response = yield* answering.to(asked, Either.right(presumed))
    // Awaited, not joined: joining copies the fiber's references, which costs more than the look-up.
    return { response, caller: yield* yield* Fiber.await(identifying) }
  })

  /**
   * For writes: a command that is carried out checks the key in its own transaction. Where none was carried out, as when
   * the request is refused, the key is looked up before the answer goes out.
   */
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

  const answerAs = (answer: AnswerAs, presumed: Principal, asked: Asked): Effect.Effect<ApiResponse, never, Services> =>
    Effect.flatMap(answer(presumed, asked), ({ caller, response }) => {
      if (Either.isRight(caller)) return Effect.succeed(response)
      presumptions.note(asked.fingerprint, caller)
      return isToldAlready(response, caller) ? Effect.succeed(response) : answering.to(asked, caller)
    })

  /** The principal of a key not met yet is looked up first. By the time of a write it may hold no longer. */
  const introduce = (asked: Asked, isRead: boolean): Effect.Effect<ApiResponse, never, Services> =>
    Effect.flatMap(identify(asked.fingerprint), (caller) => {
      presumptions.note(asked.fingerprint, caller)
      return isRead || Either.isLeft(caller) ? answering.to(asked, caller) : answerAs(writeAs, caller.right, asked)
    })

  return (asked) => {
    const presumed = presumptions.of(asked.fingerprint)
    const isRead = asked.match === undefined || asked.match.route.method === "GET"
    return presumed === undefined ? introduce(asked, isRead) : answerAs(isRead ? readAs : writeAs, presumed, asked)
  }
}

/**
 * Whether the answer may go out although the storage could not say who asked. A 500 may: it tells nothing but the
 * reference that the failure is logged under, and answering anew would log a second one.
 */
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
