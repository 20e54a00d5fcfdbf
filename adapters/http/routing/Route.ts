import { Context, Effect, Either } from "effect"
import type { Principal } from "../../../core/access/Principal.ts"
import type { Scope } from "../../../core/access/scopes.ts"
import type { GroupCommit } from "../../../core/commit/GroupCommit.ts"
import type { OnceRequest } from "../../../core/idempotency/onceOnly.ts"
import type { Entropy } from "../../../core/ports/Entropy.ts"
import type { PdfPrinter } from "../../../core/ports/PdfPrinter.ts"
import type { SecretBox } from "../../../core/ports/SecretBox.ts"
import type { Storage } from "../../../core/ports/Storage.ts"
import { type FieldIssue, invalidInput, type InvalidInput } from "../../../core/refusals/refusal.ts"
import { type Access, EndpointAccess } from "../contract/access.ts"
import type { Failure } from "../replies/errorReply.ts"
import type { Reply } from "../replies/Reply.ts"
import { type Call, callReader, type Endpoint, type Incoming } from "./Call.ts"
import type { Guard, Safeguards } from "./carryOut.ts"
import { onceRequest, recalled } from "./idempotency.ts"

/** The services that handlers may use. */
export type Services = Storage | GroupCommit | PdfPrinter | Entropy | SecretBox

type Answer<A> = Effect.Effect<Reply<A>, Failure, Services>

interface RouteOf<Name extends string, A extends Access> {
  readonly name: Name
  readonly method: string
  readonly path: string
  readonly access: A
}

/** A route that needs no key. */
export interface OpenRoute<Name extends string = string> extends RouteOf<Name, "anybody"> {
  readonly answer: (incoming: Incoming) => Answer<unknown>
}

/** A route that needs a key. */
export interface KeyedRoute<Name extends string = string> extends RouteOf<Name, "any key" | Scope> {
  readonly answer: (incoming: Incoming, principal: Principal, guarded: Guard) => Answer<unknown>
}

/** An endpoint together with its handler. */
export type Route<Name extends string = string> = OpenRoute<Name> | KeyedRoute<Name>

/** Who calls, with what makes the call's commands safe to carry out. */
export interface Caller extends Principal {
  readonly safeguards: Safeguards
}

/** Joins an endpoint that anybody may call to its handler. */
export const open = <Name extends string, Path, Query, Body, Success, Fault>(
  endpoint: Endpoint<Name, Path, Query, Body, Success, Fault>,
  handler: (call: Call<Path, Query, Body>) => Answer<Success>,
): OpenRoute<Name> => {
  const { annotations, method, name, path } = endpoint
  const access = Context.unsafeGet(annotations, EndpointAccess)
  if (access !== "anybody") throw new Error(`${name} needs a key, its handler asks for none`)
  const read = callReader(endpoint)
  return { name, method, path, access, answer: (incoming) => Effect.flatMap(read(incoming), handler) }
}

/** Finds what else is wrong with a request that its schemas refuse, so that everything is told at once. */
export type FurtherIssues = (incoming: Incoming, principal: Principal) => ReadonlyArray<FieldIssue>

/** Joins an endpoint that needs a key to its handler. */
export const keyed = <Name extends string, Path, Query, Body, Success, Fault>(
  endpoint: Endpoint<Name, Path, Query, Body, Success, Fault>,
  handler: (call: Call<Path, Query, Body>, caller: Caller) => Answer<Success>,
  further: FurtherIssues = noIssues,
): KeyedRoute<Name> => {
  const { annotations, method, name, path } = endpoint
  const access = Context.unsafeGet(annotations, EndpointAccess)
  if (access === "anybody") throw new Error(`${name} needs no key, its handler asks for one`)
  const read = callReader(endpoint)
  const onceOf = method === "GET" ? () => noKey : onceRequest
  return {
    name,
    method,
    path,
    access,
    answer: (incoming, principal, guarded) => {
      const once = onceOf(incoming, principal)
      const call = Either.mapLeft(read(incoming), ({ campos }) => invalidInput([...campos, ...further(incoming, principal)]))
      if (Either.isLeft(once)) return Effect.fail(together(once.left, call))
      if (Either.isRight(call)) return handler(call.right, { safeguards: { once: once.right, guarded }, ...principal })
      const invalid = Effect.fail(call.left)
      if (once.right === null) return invalid
      return Effect.flatMap(recalled(once.right, principal, incoming), (reply): Answer<Success> =>
        reply === undefined ? invalid : Effect.succeed(reply))
    },
  }
}

const noIssues: FurtherIssues = () => []

const noKey: Either.Either<OnceRequest | null, InvalidInput> = Either.right(null)

const together = ({ campos }: InvalidInput, call: Either.Either<unknown, InvalidInput>): InvalidInput =>
  invalidInput(Either.isLeft(call) ? [...campos, ...call.left.campos] : campos)
