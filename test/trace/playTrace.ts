import { Effect } from "effect"
import type { Answer } from "../../runtimes/memory/exchange.ts"
import { Chance } from "../simulator/Chance.ts"
import { type RequestAct, requestActs } from "../simulator/requests/acts.ts"
import type { Ask } from "../simulator/requests/Ask.ts"
import { fieldsOf, textOr } from "../simulator/requests/Fields.ts"
import { Known } from "../simulator/requests/Known.ts"
import type { Scene } from "../simulator/requests/Scene.ts"
import { firstDifference } from "./firstDifference.ts"
import type { GivenClock } from "./GivenClock.ts"
import type { Target } from "./targets.ts"

/** One thing that is asked of every target, at the same time by the clock. */
export interface TraceStep {
  readonly act: RequestAct | "print"
  readonly company: number
  readonly as: "live" | "test"
  /** Milliseconds that go by before it. */
  readonly gap: number
  readonly seed: number
}

/** What was played. */
export interface Played {
  readonly requests: number
  readonly notices: number
  /** The first thing in which a target is not like the first one. */
  readonly difference: string | undefined
}

/** Plays the steps on all targets, one request after the other, until they differ; each answer tells what is asked next. */
export const playTrace = (
  [first, ...others]: readonly [Target, ...ReadonlyArray<Target>],
  time: GivenClock,
  steps: ReadonlyArray<TraceStep>,
): Effect.Effect<Played> =>
  Effect.gen(function*() {
    const known = first.companies.map(() => new Known())
    const played = { requests: 0, notices: 0 }

    const ask = (company: number, made: Ask) =>
      Effect.gen(function*() {
        const answers = yield* Effect.forEach([first, ...others], (target) => send(target, company, made), { concurrency: "unbounded" })
        played.requests++
        const [expected, ...found] = answers
        const difference = others.flatMap(({ name }, place) => {
          const text = expected && found[place] && firstDifference(expected, found[place])
          return text === undefined ? [] : [`${name}: ${made.method} ${made.path}: ${text}`]
        })
        return { answer: expected, difference: difference[0] }
      })

    const workOff = Effect.gen(function*() {
      yield* Effect.forEach([first, ...others], (target) => target.workOff, { concurrency: "unbounded" })
      const [expected = [], ...found] = [first, ...others].map((target) => target.takeNotices())
      played.notices += expected.length
      return others.flatMap(({ name }, place) => {
        const at = expected.findIndex((notice, nth) => notice !== found[place]?.[nth])
        const isSame = at === -1 && found[place]?.length === expected.length
        return isSame ? [] : [`${name}: notice ${at}: ${expected[at] ?? "none"} there ${found[place]?.[at] ?? "none"}`]
      })[0]
    })

    let before = 0
    for (const { act, as, company, gap, seed } of steps) {
      // Events of two companies become deliveries side by side: which of them is first, chance alone knows.
      const unlike = company === before ? undefined : yield* workOff
      if (unlike !== undefined) return { ...played, difference: unlike }
      before = company
      time.pass(gap)
      const mine = known[company] ?? new Known()
      const theirs = known[(company + 1) % known.length] ?? mine
      const region = company === 0 ? "peninsula" : "canarias"
      const scene = { chance: new Chance(seed), known: mine, others: theirs, region, as, now: time.millis, name: `t${seed}` } as const
      let next = askOf(act, scene)
      while (next !== undefined) {
        if (next.once !== null) mine.sent.push(next)
        const { answer, difference } = yield* ask(company, next)
        if (difference !== undefined) return { ...played, difference }
        if (answer !== undefined && answer.status < 300) mine.learn(next, answer.status, answer.json)
        next = following(next, answer)
      }
    }
    return { ...played, difference: yield* workOff }
  }).pipe(Effect.withClock(time.clock))

const askOf = (act: TraceStep["act"], scene: Scene): Ask | undefined => {
  if (act !== "print") return requestActs[act][0](scene) || undefined
  const id = scene.known.documents.pick(scene.chance)?.id
  return id === undefined ? undefined : { ...printed, as: scene.as, path: `/facturas/${id}/pdf` }
}

const printed = { method: "GET", body: undefined, once: null, walk: false, wrong: null } as const

/** The next page of a walk. */
const following = (before: Ask, answer: Answer | undefined): Ask | undefined => {
  const siguiente = before.walk ? textOr(fieldsOf(answer?.json)["siguiente"]) : null
  return siguiente === null ? undefined : { ...before, path: siguiente.slice(siguiente.indexOf("/api/v1") + "/api/v1".length) }
}

const send = ({ companies, request }: Target, company: number, { as, body, method, once, path }: Ask): Effect.Effect<Answer> => {
  const keys = companies[company]
  const key = as === "live" ? keys?.live : as === "test" ? keys?.test : undefined
  return request(method, path, {
    ...(key === undefined ? {} : { key }),
    ...(body === undefined ? {} : { body }),
    ...(once === null ? {} : { headers: { "idempotency-key": once } }),
  })
}
