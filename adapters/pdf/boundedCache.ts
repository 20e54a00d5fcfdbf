/** What was used last, by name, up to so many bytes of values and names; what goes is what was not used the longest. */
export interface BoundedCache<A> {
  readonly get: (name: string) => A | undefined
  readonly set: (name: string, value: A, bytes: number) => void
}

/** An empty one. Larger values than a quarter of its room are not kept. */
export const boundedCache = <A>(bytesMax: number): BoundedCache<A> => {
  // A map walks its entries in the order of their setting: the first is the one not used the longest.
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
