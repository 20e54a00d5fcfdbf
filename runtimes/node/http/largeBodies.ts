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
  /** Whom it comes from. */
  readonly address: string
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
 * however it ends. A place that gets free goes to the address that has the fewest, and no body is cut off for one whose
 * address has more: anybody may send bodies without end, and would keep out everybody else's.
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

  /** Tells how many places the address of a body has. */
  const placesNow = (): ((body: LargeBody) => number) => {
    const places = new Map<string, number>()
    for (const { address } of readings.keys()) places.set(address, (places.get(address) ?? 0) + 1)
    return ({ address }) => places.get(address) ?? 0
  }

  /**
   * Cuts off slow bodies, one for each that waits: with next to no bytes their clients would hold all the places. First those
   * whose address has the most places, and none for one whose address has more.
   */
  const look = (): void => {
    const now = performance.now()
    const placesOf = placesNow()
    const isSlow = ([body, { begun, since }]: [LargeBody, Reading]): boolean =>
      now - since >= lookMillis && (body.size() - begun) * 1_000 < leastPace * (now - since)
    const slow = [...readings].filter(isSlow).map(([body]) => body).sort((one, other) => placesOf(other) - placesOf(one))
    for (const one of waiting) {
      const [body] = slow
      if (body === undefined || placesOf(body) < placesOf(one)) continue
      slow.shift()
      body.giveUp()
    }
    watch()
  }

  /** Of those that wait, one whose address has the fewest places: the one of them that came first. */
  const nextInTurn = (): LargeBody | undefined => {
    const placesOf = placesNow()
    let next: LargeBody | undefined
    for (const one of waiting) if (next === undefined || placesOf(one) < placesOf(next)) next = one
    return next
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
      const next = nextInTurn()
      if (next !== undefined) begin(next)
    }
  }
}
