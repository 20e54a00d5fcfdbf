import type { Answer } from "../../../runtimes/memory/exchange.ts"
import { type Fields, fieldsOf, itemsOf } from "../requests/Fields.ts"
import type { Books } from "./Books.ts"
import type { Seen } from "./Call.ts"
import { difference } from "./difference.ts"
import { whole } from "./Document.ts"
import {
  type Collection,
  documentsShown,
  idsInOrder,
  isCollection,
  matches,
  placeOf,
  shownDuring,
  sizeDuring,
} from "./lists.ts"

/** A request for a list. */
export interface Listing {
  readonly collection: Collection
  readonly orden: string
  readonly limite: number
  readonly filters: ReadonlyArray<readonly [string, string]>
  /** Whether it asks for the first page. */
  readonly isFirst: boolean
}

/** The list that a path asks for; undefined when it is not the list of a collection. */
export const listingOf = (path: string): Listing | undefined => {
  const [plain = "", query = ""] = path.replace(/^https?:\/\/[^/]*\/api\/v1/, "").split("?")
  const collection = plain.slice(1)
  if (!isCollection(collection)) return undefined
  const pairs = query.split("&").filter((pair) => pair !== "")
    .map((pair): readonly [string, string] => [pair.split("=")[0] ?? "", pair.slice(pair.indexOf("=") + 1)])
  const value = (name: string) => pairs.find(([one]) => one === name)?.[1]
  const filters = pairs.filter(([name]) => !["limite", "orden", "desde"].includes(name))
    .map(([name, text]): readonly [string, string] => [name, decodeURIComponent(text)])
  return {
    collection,
    orden: value("orden") ?? "reciente",
    limite: Math.min(200, Number(value("limite") ?? 50)),
    filters,
    isFirst: value("desde") === undefined,
  }
}

/** What is wrong with the answer to a read, given what could be visible; undefined when nothing is. */
export const readingFault = (books: Books, path: string, seen: Seen, answer: Answer): string | undefined => {
  const listing = listingOf(path)
  if (listing !== undefined) return listFault(books, listing, seen, answer)
  const [, collection = "", id = "", more] = path.split(/[/?]/)
  if (collection === "registro") return chainFault(books, answer)
  if (id === "" || more !== undefined || !isCollection(collection)) return undefined
  const states = collection === "facturas"
    ? documentsShown(books, id, seen, whole)
    : shownDuring(books, collection, id, seen)
  if (answer.status === 404) return states.includes(undefined) ? undefined : "404, and it is there"
  const faults = states.map((state) => difference(state, answer.json))
  return faults.includes(undefined) ? undefined : faults.at(-1)
}

/** The records of a page have to be those of the chain at their positions. */
const chainFault = ({ chain }: Books, { json }: Answer): string | undefined => {
  const records = itemsOf(fieldsOf(json)["datos"])
  const found = records.map(({ huella, huella_anterior, orden }) => ({ orden, huella, huella_anterior }))
  const expected = records.map(({ orden }) => {
    const place = Number(orden)
    return { orden, huella: chain[place - 1]?.huella, huella_anterior: chain[place - 2]?.huella ?? null }
  })
  return difference(expected, found)
}

/** A page may only show items in states that they had, in order; if nothing happened meanwhile, it has to be exactly right. */
const listFault = (books: Books, listing: Listing, seen: Seen, answer: Answer): string | undefined => {
  if (answer.status !== 200) return `status ${answer.status}`
  const page = fieldsOf(answer.json)
  const items = itemsOf(page["datos"])
  const { collection, filters, isFirst, limite } = listing
  if (page["limite"] !== limite || items.length > limite) return `${items.length} items, limite ${String(page["limite"])}`
  for (const item of items) {
    const states = shownDuring(books, collection, String(item["id"]), seen)
    const faults = states.map((state) => difference(state, item))
    if (!faults.includes(undefined)) return `item ${String(item["id"])}${faults.at(-1) ?? ""}`
  }
  const disorder = orderFault(books, listing, items)
  if (disorder !== undefined) return disorder
  const isStill = seen.from === seen.to && seen.days.length === 1
  if (isStill) return exactFault(books, listing, seen, page)
  if (filters.length > 0 || !isFirst) return undefined
  const [least, most] = sizeDuring(books, collection, seen)
  const total = Number(page["total"])
  return total >= least && total <= most ? undefined : `total ${total}, and there were ${least} to ${most}`
}

const orderFault = (books: Books, { collection, orden }: Listing, items: ReadonlyArray<Fields>): string | undefined => {
  if (orden === "modificado") return undefined
  const places = items.map(({ id }) => placeOf(books, collection, String(id)))
  const sorted = places.toSorted((a, b) => (orden === "antiguo" ? a - b : b - a))
  return difference(sorted, places) === undefined && new Set(places).size === places.length ? undefined : "out of order"
}

/** Everything that passes the filters, in order. */
export const allOf = (books: Books, { collection, filters, orden }: Listing, seen: Seen): ReadonlyArray<Fields> =>
  idsInOrder(books, collection, orden).flatMap((id) => {
    const shown = shownDuring(books, collection, id, seen).at(-1)
    return shown !== undefined && matches(collection, shown, filters) ? [shown] : []
  })

const exactFault = (books: Books, listing: Listing, seen: Seen, page: Fields): string | undefined => {
  // A draft is searched by the customer's name when the draft last changed, which the books do not hold.
  if (listing.filters.some(([name]) => name === "buscar")) return undefined
  const all = allOf(books, listing, seen)
  if (page["total"] !== all.length) return `total ${String(page["total"])}, and there are ${all.length}`
  if (!listing.isFirst) return undefined
  const expected = all.slice(0, listing.limite)
  const hasMore = page["siguiente"] !== null
  if (hasMore !== all.length > listing.limite) return `siguiente ${String(page["siguiente"])} of ${all.length}`
  return difference(expected.map(({ id }) => id), itemsOf(page["datos"]).map(({ id }) => id))
}
