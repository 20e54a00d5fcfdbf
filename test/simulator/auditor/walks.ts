import type { Fields } from "../requests/Fields.ts"
import type { Books } from "./Books.ts"
import type { Seen } from "./Call.ts"
import { matches, placeOf, shownDuring, throughout } from "./lists.ts"
import { listingOf } from "./readings.ts"

/**
 * What is wrong with a walk through all pages of a list while others were writing. In both orders of creation nothing may come
 * twice, and nothing may be missing that existed all the time.
 */
export const walkFault = (books: Books, path: string, items: ReadonlyArray<Fields>, seen: Seen): string | undefined => {
  const listing = listingOf(path)
  if (listing === undefined || listing.orden === "modificado") return undefined
  const { collection, filters, orden } = listing
  if (filters.some(([name]) => name === "buscar")) return undefined
  const ids = items.map(({ id }) => String(id))
  const places = ids.map((id) => placeOf(books, collection, id))
  const isSorted = places.every((place, at) => at === 0 || (place - (places[at - 1] ?? 0)) * (orden === "antiguo" ? 1 : -1) > 0)
  if (!isSorted) return "a walk comes back to what it has seen"
  const missed = throughout(books, collection, seen).find((id) =>
    !ids.includes(id) && shownDuring(books, collection, id, seen).every((state) =>
      state !== undefined && matches(collection, state, filters)))
  return missed === undefined ? undefined : `a walk missed ${missed}, which was there all the time`
}
