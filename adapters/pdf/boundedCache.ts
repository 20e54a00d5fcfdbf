/** A cache of values by name. When values and names take too many bytes, those go that nobody has used for the longest. */
export interface BoundedCache<A> {
  readonly get: (name: string) => A | undefined
  readonly set: (name: string, value: A, bytes: number) => void
}

/** An empty cache. A value that takes more than a quarter of its room is not kept. */
export const boundedCache = <A>(bytesMax: number): BoundedCache<A> => {
  // A map walks its entries in the order in which they were set, so the first is the one that was not used for the longest.
  const entries = new Map<string, { readonly value: A; readonly bytes: number }>()
  let total = 0
  return {
    get: (name) => {
      const entry = entries.get(name)
      if (entry === undefined) return undefined
      entries.delete(name)
      entries.set(name, entry)
      return entry.value
    },
    set: (name, value, bytes) => {
      const own = bytes + 2 * name.length
      if (own > bytesMax / 4) return
      total += own - (entries.get(name)?.bytes ?? 0)
      entries.delete(name)
      entries.set(name, { value, bytes: own })
      for (const [oldest, entry] of entries) {
        if (total <= bytesMax) return
        entries.delete(oldest)
        total -= entry.bytes
      }
    },
  }
}
