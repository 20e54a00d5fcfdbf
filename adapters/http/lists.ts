import { Effect, Either } from "effect"
import type { Principal } from "../../core/access/Principal.ts"
import type { Cursors } from "../../core/pagination/cursor.ts"
import { defaultLimit, type ListAnswer, type ListRequest } from "../../core/pagination/listPage.ts"
import { invalidField, type InvalidInput } from "../../core/refusals/refusal.ts"
import type { Incoming } from "./Call.ts"
import type { ListParameters, ListResource } from "./contract/lists.ts"
import { type JsonReply, ok } from "./Reply.ts"

/** A list as a handler is asked for it. */
interface ListCall {
  readonly incoming: Incoming
  readonly query: ListParameters
  readonly queryTexts: Readonly<Record<string, string>>
}

/** Answers lists a page at a time, with the address of the next one (contract, section 4.1). */
export const makeLists = (cursors: Cursors, origin: (incoming: Incoming) => string) => {
  /** What a list is asked for; a cursor that is not of this list and order is refused as `desde`. */
  const requestOf = (
    collection: string,
    { query: { desde, limite = defaultLimit, orden = "reciente" } }: ListCall,
    caller: Principal,
  ): Either.Either<ListRequest, InvalidInput> => {
    if (desde === undefined) return Either.right({ orden, limite, after: null })
    const read = cursors.read(desde, { organization: caller.organizationId, collection })
    if (Either.isLeft(read)) return Either.left(invalidField("desde", "no es un cursor de esta lista"))
    if (read.right.orden !== orden) return Either.left(invalidField("desde", "es un cursor de otro orden"))
    return Either.right({ orden, limite, after: read.right.position })
  }

  /** The page, with the address of the next one: this one's, its cursor replaced. */
  const resourceOf = <A>(
    collection: string,
    { incoming, query, queryTexts }: ListCall,
    caller: Principal,
    { datos, limite, next, total }: ListAnswer<A>,
  ): ListResource<A> => {
    if (next === null) return { datos, total, limite, siguiente: null }
    const { orden = "reciente" } = query
    const desde = cursors.sign({ organization: caller.organizationId, collection, orden, position: next })
    const parameters = Object.entries({ ...queryTexts, orden, limite: String(limite), desde })
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    const siguiente = `${origin(incoming)}${incoming.pathname}?${parameters.join("&")}`
    return { datos, total, limite, siguiente }
  }

  return {
    /** The page of a collection that the call asks for, as `read` finds it. */
    answer: <A, E, R>(
      collection: string,
      call: ListCall,
      caller: Principal,
      read: (request: ListRequest) => Effect.Effect<ListAnswer<A>, E, R>,
    ): Effect.Effect<JsonReply<ListResource<A>>, InvalidInput | E, R> =>
      Effect.map(
        Effect.flatMap(requestOf(collection, call, caller), read),
        (page) => ok(resourceOf(collection, call, caller, page)),
      ),
  }
}
