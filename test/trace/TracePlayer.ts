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

/** One request, sent to every target at the same time of the given clock. */
export interface TraceStep {
  readonly act: RequestAct | "print"
  readonly company: number
  readonly as: "live" | "test"
  /** Milliseconds that pass before it. */
  readonly gap: number
  readonly seed: number
}

/** Plays a trace on several targets, one request after the other; the first target's answers decide what is asked next. */
export class TracePlayer {
  requests = 0
  notices = 0
  /** Notices of a period that was invoiced. */
  invoiced = 0
  /** The first way in which another target differed from the first. */
  difference: string | undefined
  private readonly known: ReadonlyArray<Known>

  constructor(private readonly targets: ReadonlyArray<Target>, private readonly time: GivenClock) {
    this.known = targets[0]?.companies.map(() => new Known()) ?? []
  }

  /** Plays the steps until targets differ. If they never do, compares all that can be read of the books and the chain. */
  play(steps: ReadonlyArray<TraceStep>): Effect.Effect<void> {
    return Effect.gen(this, function*() {
      let company = 0
      for (const step of steps) {
        if (step.company !== company) yield* this.workOff
        company = step.company
        this.time.pass(step.gap)
        yield* this.askAll(company, this.askOf(step))
        if (this.difference !== undefined) return
      }
      yield* this.workOff
      for (const at of this.known.keys()) {
        for (const path of everything) yield* this.askAll(at, { ...reading, as: "live", path, walk: true })
      }
    }).pipe(Effect.withClock(this.time.clock))
  }

  private differs(target: number, text: string): void {
    this.difference ??= `request ${this.requests}, ${this.targets[target]?.name}: ${text}`
  }

  private askOf({ act, as, company, seed }: TraceStep): Ask | undefined {
    const known = this.known[company] ?? new Known()
    const others = this.known[(company + 1) % this.known.length] ?? known
    const region = company === 0 ? "peninsula" : "canarias"
    const scene = { chance: new Chance(seed), known, others, region, as, now: this.time.millis, name: `t${seed}` } as const
    return act === "print" ? printed(scene) : requestActs[act][0](scene) || undefined
  }

  /** Sends a request to all; if it walks a list, all pages. */
  private askAll(company: number, first: Ask | undefined): Effect.Effect<void> {
    return Effect.gen(this, function*() {
      const known = this.known[company]
      for (let next = first; next !== undefined && this.difference === undefined;) {
        const ask: Ask = next
        if (ask.once !== null) known?.sent.push(ask)
        const answer: Answer | undefined = yield* this.ask(company, ask)
        if (answer !== undefined && answer.status < 300) known?.learn(ask, answer.status, answer.json)
        next = following(ask, answer)
      }
    })
  }

  /** Asks all targets at once, and answers as the first one did. */
  private ask(company: number, ask: Ask): Effect.Effect<Answer | undefined> {
    const asking = Effect.forEach(this.targets, (target) => send(target, company, ask), { concurrency: "unbounded" })
    return Effect.map(asking, ([expected, ...found]) => {
      this.requests++
      for (const [place, answer] of found.entries()) {
        const text = expected && firstDifference(expected, answer)
        if (text !== undefined) this.differs(place + 1, `${ask.method} ${ask.path}: ${text}`)
      }
      return expected
    })
  }

  /** Lets the workers of all targets finish their work and compares the notices. */
  private get workOff(): Effect.Effect<void> {
    const subscriptions = this.known.map((known) => known.subscriptions.all.map(({ id }) => id))
    const working = Effect.forEach(this.targets, ({ workOff }) => workOff(subscriptions), {
      concurrency: "unbounded",
      discard: true,
    })
    return Effect.map(working, () => {
      const [expected = [], ...found] = this.targets.map((target) => target.takeNotices())
      this.notices += expected.length
      this.invoiced += expected.filter((notice) => notice.includes("subscription.invoiced")).length
      for (const [place, notices] of found.entries()) {
        const length = Math.max(expected.length, notices.length)
        const at = Array.from({ length }).findIndex((_, nth) => expected[nth] !== notices[nth])
        if (at !== -1) this.differs(place + 1, `expected notice ${expected[at] ?? "none"}, found ${notices[at] ?? "none"}`)
      }
    })
  }
}

const everything = [
  "facturas", "registro", "cobros", "contactos", "productos", "gastos", "webhooks", "actividad",
  "oportunidades", "pedidos-compra", "socios", "donativos", "tiendas", "suscripciones",
].map((collection) => `/${collection}?orden=antiguo&limite=100`)

const reading = { method: "GET", body: undefined, once: null, walk: false, wrong: null } as const

const printed = ({ as, chance, known }: Scene): Ask | undefined => {
  const id = known.documents.pick(chance)?.id
  return id === undefined ? undefined : { ...reading, as, path: `/facturas/${id}/pdf` }
}

/** The next page of a walk. */
const following = (before: Ask, answer: Answer | undefined): Ask | undefined => {
  const siguiente = before.walk ? textOr(fieldsOf(answer?.json)["siguiente"]) : null
  if (siguiente === null) return undefined
  return { ...before, path: siguiente.slice(siguiente.indexOf("/api/v1") + "/api/v1".length) }
}

const send = (
  { companies, request }: Target,
  company: number,
  { as, body, method, once, path }: Ask,
): Effect.Effect<Answer> => {
  const keys = companies[company]
  const key = as === "live" ? keys?.live : as === "test" ? keys?.test : undefined
  return request(method, path, {
    ...(key === undefined ? {} : { key }),
    ...(body === undefined ? {} : { body }),
    ...(once === null ? {} : { headers: { "idempotency-key": once } }),
  })
}
