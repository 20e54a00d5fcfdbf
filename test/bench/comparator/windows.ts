/** The state of a caller's window; `remaining` is negative when the request has to be refused. */
export interface Window {
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

interface Counts {
  minute: number
  now: number
  before: number
}

/** Counts requests in memory, with two counters per caller that approximate a sliding window, as proxies do. */
export const makeWindows = (limit: number, seconds: number): (caller: string) => Window => {
  const callers = new Map<string, Counts>()
  return (caller) => {
    const at = Date.now() / 1000 / seconds
    const minute = Math.floor(at)
    const counts = callers.get(caller) ?? { minute, now: 0, before: 0 }
    callers.set(caller, counts)
    if (counts.minute !== minute) {
      counts.before = counts.minute === minute - 1 ? counts.now : 0
      counts.now = 0
      counts.minute = minute
    }
    counts.now++
    const used = counts.now + Math.floor(counts.before * (1 - (at - minute)))
    return { limit, remaining: limit - used, resetSeconds: Math.ceil((minute + 1 - at) * seconds) }
  }
}
