/** What a signal ends, and how it is heard: once, however much it ends, since Node takes more than ten listeners for a leak. */
interface Hearing {
  readonly ends: Set<() => void>
  readonly hear: () => void
}

const heard = new WeakMap<AbortSignal, Hearing>()

const hearingOf = (signal: AbortSignal): Hearing => {
  const known = heard.get(signal)
  if (known !== undefined) return known
  const ends = new Set<() => void>()
  const hearing = { ends, hear: () => ends.forEach((end) => end()) }
  heard.set(signal, hearing)
  signal.addEventListener("abort", hearing.hear)
  return hearing
}

/** Has the signal, once it is aborted, end something, until what is given back is called. */
export const endedBy = (signal: AbortSignal, end: () => void): (() => void) => {
  const { ends, hear } = hearingOf(signal)
  ends.add(end)
  return () => {
    ends.delete(end)
    if (ends.size > 0) return
    heard.delete(signal)
    signal.removeEventListener("abort", hear)
  }
}
