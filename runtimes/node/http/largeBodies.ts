/**
 * So many large bodies are read at a time. Those that come later wait for a place, until the server cuts them because
 * they have not arrived in time.
 */
const placesMax = 64

/** Bytes a second in which a large body has to come while others wait. The largest takes 16 seconds then. */
const leastPace = 65_536

/** After how long the pace of a body is judged first, and how often from then on. */
const lookMillis = 1_000

/** A large body, for whoever shares out the places. */
export interface LargeBody {
  /** How many of its bytes have come. */
  readonly size: () => number
  /** Goes on with reading it. */
  readonly go: () => void
  /** Ends its connection. */
  readonly giveUp: () => void
}

/** What is noted of a large body that has a place. */
interface Reading {
  /** When it got its place, milliseconds by the clock of `performance`, and how many bytes had come by then. */
  readonly since: number
  readonly begun: number
}

/**
 * Shares out the places of a server, so that large bodies do not fill the memory. Gives a function that has a body read
 * on as soon as there is a place for it, at once or later, and gives in turn what is to be called when that body is done,
 * however it ends.
 */
export const makeLargeBodies = (): ((body: LargeBody) => () => void) => {
  const readings = new Map<LargeBody, Reading>()
  const waiting = new Set<LargeBody>()
  let looking: NodeJS.Timeout | undefined

  const begin = (body: LargeBody): void => {
    waiting.delete(body)
    readings.set(body, { since: performance.now(), begun: body.size() })
    body.go()
  }

  /** Cuts off slow bodies, as many as others wait: with next to no bytes their clients would hold all the places. */
  const look = (): void => {
    const now = performance.now()
    let wanted = waiting.size
    for (const [body, { begun, since }] of readings) {
      const millis = now - since
      if (wanted === 0 || millis < lookMillis || (body.size() - begun) * 1_000 >= leastPace * millis) continue
      wanted--
      body.giveUp()
    }
    watch()
  }

  const watch = (): void => {
    clearTimeout(looking)
    looking = waiting.size === 0 ? undefined : setTimeout(look, lookMillis).unref()
  }

  return (body) => {
    if (readings.size < placesMax) begin(body)
    else {
      waiting.add(body)
      if (looking === undefined) watch()
    }
    return () => {
      waiting.delete(body)
      if (!readings.delete(body)) return
      const [next] = waiting
      if (next !== undefined) begin(next)
    }
  }
}
