import { Effect } from "effect"
import type { Principal } from "../../core/access/Principal.ts"
import { askedPage, type ListParameters } from "../../core/pagination/askedPage.ts"
import type { Cursors } from "../../core/pagination/cursor.ts"
import type { ListAnswer, ListRequest } from "../../core/pagination/listPage.ts"
import type { InvalidInput } from "../../core/refusals/refusal.ts"
import type { Incoming } from "./Call.ts"
import type { ListResource } from "./contract/lists.ts"
import { textOf } from "./jsonTexts.ts"
import { type TextReply, written } from "./Reply.ts"

/** A list as a handler is asked for it. */
interface ListCall {
  readonly incoming: Incoming
  readonly query: ListParameters
  readonly queryTexts: Readonly<Record<string, string>>
}

/** Answers lists a page at a time, with the address of the next one (contract, section 4.1). */
export const makeLists = (cursors: Cursors, origin: (incoming: Incoming) => string) => {
  /** The page, with the address of the next one: this one's, its cursor replaced. */
  const resourceOf = <A extends object>(
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
    answer: <A extends object, E, R>(
      collection: string,
      call: ListCall,
      caller: Principal,
      read: (request: ListRequest) => Effect.Effect<ListAnswer<A>, E, R>,
    ): Effect.Effect<TextReply, InvalidInput | E, R> =>
      Effect.map(
        Effect.flatMap(askedPage(cursors, { organization: caller.organizationId, collection }, call.query), read),
        (page) => {
          const resource = resourceOf(collection, call, caller, page)
          return written(page.recurring === true ? textOfTexts(resource) : JSON.stringify(resource))
        },
      ),
  }
}

const utf8 = new TextEncoder()

const comma = 0x2c

/** The JSON of a page in UTF-8, from that of its items, which is written once: bytes are copied together and not encoded anew. */
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
