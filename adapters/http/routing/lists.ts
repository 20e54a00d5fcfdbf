import { Effect } from "effect"
import type { Principal } from "../../../core/access/Principal.ts"
import { askedPage, cursorIssues } from "../../../core/pagination/askedPage.ts"
import type { CursorContext, Cursors } from "../../../core/pagination/cursor.ts"
import type { ListAnswer, ListRequest } from "../../../core/pagination/listPage.ts"
import type { ListParameters } from "../../../core/pagination/listParameters.ts"
import type { ListResource } from "../contract/lists.ts"
import type { Failure } from "../replies/errorReply.ts"
import { textOf } from "../replies/jsonTexts.ts"
import { written } from "../replies/Reply.ts"
import type { Call, Endpoint, Incoming } from "./Call.ts"
import { queryParameters } from "./queryParameters.ts"
import { keyed, type KeyedRoute, type Services } from "./Route.ts"

/** What the address of the next page is made of. */
interface ListCall {
  readonly incoming: Incoming
  readonly query: ListParameters
  readonly queryTexts: Readonly<Record<string, string>>
}

/** Answers lists a page at a time, with the address of the next one (contract, section 4.1). */
export const makeLists = (cursors: Cursors, origin: (incoming: Incoming) => string) => {
  /** The page, with the address of the next one: this one's, its cursor replaced. */
  const resourceOf = <A extends object>(
    context: CursorContext,
    { incoming, query, queryTexts }: ListCall,
    { datos, limite, next, total }: ListAnswer<A>,
  ): ListResource<A> => {
    if (next === null) return { datos, total, limite, siguiente: null }
    const { orden = "reciente" } = query
    const desde = cursors.sign({ ...context, orden, position: next })
    const parameters = Object.entries({ ...queryTexts, orden, limite: String(limite), desde })
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    const siguiente = `${origin(incoming)}${incoming.pathname}?${parameters.join("&")}`
    return { datos, total, limite, siguiente }
  }

  return {
    /** Joins the endpoint of a list to what reads its pages. */
    route: <Name extends string, Path, Query extends ListParameters, Body, A extends object, Fault>(
      endpoint: Endpoint<Name, Path, Query, Body, ListResource<A>, Fault>,
      read: (
        call: Call<Path, Query, Body>,
        caller: Principal,
        request: ListRequest,
      ) => Effect.Effect<ListAnswer<A>, Failure, Services>,
    ): KeyedRoute<Name> => {
      const contextOf = ({ parameters }: Incoming, { organizationId }: Principal): CursorContext => ({
        organization: organizationId,
        collection: endpoint.path.slice(1).replace(/:(\w+)/g, (_, name: string) => parameters[name] ?? ""),
      })
      return keyed(
        endpoint,
        (call, caller) => {
          const context = contextOf(call.incoming, caller)
          return Effect.map(
            Effect.flatMap(askedPage(cursors, context, call.query), (request) => read(call, caller, request)),
            (page) => {
              const resource = resourceOf(context, call, page)
              return written(page.recurring === true ? textOfTexts(resource) : JSON.stringify(resource))
            },
          )
        },
        (incoming, principal) =>
          cursorIssues(cursors, contextOf(incoming, principal), queryParameters(incoming.search).values),
      )
    },
  }
}

const utf8 = new TextEncoder()

const comma = 0x2c

/** The JSON of a page in UTF-8. That of each item is written once and kept: its bytes are copied here, not encoded anew. */
const textOfTexts = ({ datos, ...rest }: ListResource<object>): Uint8Array => {
  const items = datos.map(textOf)
  const head = utf8.encode('{"datos":[')
  const tail = utf8.encode(`],${JSON.stringify(rest).slice(1)}`)
  const commas = Math.max(0, items.length - 1)
  const text = new Uint8Array(items.reduce((length, item) => length + item.length, head.length + commas + tail.length))
  text.set(head)
  let at = head.length
  for (const [i, item] of items.entries()) {
    if (i > 0) text[at++] = comma
    text.set(item, at)
    at += item.length
  }
  text.set(tail, at)
  return text
}
