/** What one signal ends. It gets a single listener, however much it ends: from the eleventh on Node warns of a leak. */
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

/** Calls `end` when the signal is aborted. Gives a function that takes this back. */
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
