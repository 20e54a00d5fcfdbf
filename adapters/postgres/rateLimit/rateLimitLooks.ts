import { Effect } from "effect"
import type pg from "pg"
import type { Instant } from "../../../core/calendar/instant.ts"
import type { RateLimit } from "../../../core/ports/RateLimiter.ts"
import { beforeAll, lookAt, type Seen, sweep } from "./rateLimitStatements.ts"

/** How one request met its caller's window. */
export interface WindowUse {
  readonly allowed: boolean
  /** Requests that weigh on the window now, this one with them if it was counted. */
  readonly used: number
  /** Milliseconds until the first of them no longer does; 0 when there is none. */
  readonly resetMillis: number
}

/** A request that waits to hear how its caller's window stands; it fails with the driver's error. */
interface Asking {
  readonly caller: string
  readonly now: Instant
  readonly counts: boolean
  readonly answer: (heard: Effect.Effect<WindowUse, unknown>) => void
}

/** The requests of one caller at one instant. */
type Group = [Asking, ...Array<Asking>]

/** The most callers in one statement. */
const batchSizeMax = 500

/** How long an answer is waited for, in milliseconds. */
const patienceMillis = 2_000

/** Looks at windows, counting the request or not. Looks that come while a statement is under way share the next one. */
export const makeLooks = (pool: pg.Pool, rule: RateLimit) => {
  const windowMillis = rule.windowSeconds * 1000
  const noteLooks = makeSweeper(pool, windowMillis)
  let waiting: Array<Asking> = []
  let busy = false
  /** The statement under way takes too long: until it ends, further looks fail at once. */
  let overdue = false

  const takeGroups = (): ReadonlyArray<Group> => {
    const { groups, later } = groupsOf(waiting)
    waiting = later
    return groups
  }

  const ask = async (groups: ReadonlyArray<Group>): Promise<void> => {
    const looks = groups.map((group) => {
      const [{ caller, now }] = group
      return { caller, now, asked: group.filter(({ counts }) => counts).length }
    })
    const { rows } = await pool.query<Seen>(lookAt(rule, looks, Date.now()))
    const seen = new Map(rows.map((row) => [row.caller, row]))
    for (const group of groups) answerInTurn(group, seen.get(group[0].caller), rule.limit, windowMillis)
    noteLooks(rows)
  }

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const groups = takeGroups()
      const timer = setTimeout(() => {
        overdue = true
        fail([...groups.flat(), ...waiting.splice(0)], new Error("no answer within two seconds"))
      }, patienceMillis)
      await ask(groups).catch((error: unknown) => fail(groups.flat(), error))
      clearTimeout(timer)
      overdue = false
    }
    busy = false
  }

  return (caller: string, now: Instant, counts: boolean): Effect.Effect<WindowUse, unknown> =>
    Effect.async((answer) => {
      if (overdue) return answer(Effect.fail(new Error("an earlier statement is overdue")))
      waiting.push({ caller, now, counts, answer })
      if (busy) return
      busy = true
      queueMicrotask(() => void drain())
    })
}

const fail = (askings: ReadonlyArray<Asking>, error: unknown): void => {
  for (const { answer } of askings) answer(Effect.fail(error))
}

/** Groups the requests by caller. A statement looks at a caller once, so what it asks at another instant waits for the next. */
const groupsOf = (waiting: ReadonlyArray<Asking>) => {
  const groups = new Map<string, Group>()
  const later: Array<Asking> = []
  for (const asking of waiting) {
    const group = groups.get(asking.caller)
    if (group?.[0].now === asking.now) group.push(asking)
    else if (group === undefined && groups.size < batchSizeMax) groups.set(asking.caller, [asking])
    else later.push(asking)
  }
  return { groups: [...groups.values()], later }
}

/** Answers the requests of a group one after another, as the statement has counted them. */
const answerInTurn = (group: Group, seen: Seen | undefined, limit: number, windowMillis: number): void => {
  let used = seen?.already ?? 0
  const frees = (seen?.oldest ?? 0) + windowMillis - (seen?.looked ?? 0)
  for (const { answer, counts } of group) {
    const allowed = used < limit
    if (allowed && counts) used++
    answer(Effect.succeed({ allowed, used, resetMillis: used === 0 ? 0 : frees }))
  }
}

/**
 * After `sweepEvery` rows were written, `sweepRows` are looked through for idle ones. As these are twice as many, the table
 * holds no more than about twice the callers that are not idle.
 */
const sweepEvery = 256
const sweepRows = 512

/** A caller is idle when its window has been free for this long, in milliseconds: a clock may go back a little. */
const idleMillis = 60_000

/** Gives a function that is to be called with the rows of each statement, and now and then removes idle rows. */
const makeSweeper = (pool: pg.Pool, windowMillis: number) => {
  let due = 0
  let last = beforeAll
  return (rows: ReadonlyArray<Seen>): void => {
    const [first] = rows
    due -= rows.length
    if (first === undefined || due > 0) return
    due = sweepEvery
    pool.query<{ caller: string }>(sweep(last, sweepRows, first.looked - windowMillis - idleMillis)).then(
      ({ rows: [row] }) => (last = row?.caller ?? beforeAll),
      // The next sweep does what this one could not.
      () => {},
    )
  }
}
