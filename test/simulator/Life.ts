import { Chance } from "./Chance.ts"
import { type History, isTroubleAct, type Step } from "./History.ts"
import { isRequestAct, type RequestAct, requestActs } from "./requests/acts.ts"
import { checkAtRest } from "./world/atRest.ts"
import { Clients, type Told } from "./world/Clients.ts"
import { befall, calm } from "./world/troubles.ts"
import { World } from "./world/World.ts"

/** A problem found in a history, and the step after which it was found: the number of steps when that was at the very end. */
export interface Finding {
  readonly step: number
  readonly problem: string
}

const minute = 60_000
const day = 24 * 60 * minute

/** Milliseconds until the next noon UTC, when no subscription's period has just begun whose invoice could still be on its way. */
const untilNoon = (now: number): number => day - (now + day / 2) % day

/** Plays a history. */
export class Life {
  private readonly world: World
  private readonly clients: Clients

  constructor(private readonly history: History) {
    this.world = new World(history)
    this.clients = new Clients(this.world)
  }

  /** Plays the history to its end, or until something is found. A life can be lived once. */
  live(): Finding | undefined {
    try {
      return this.played()
    } finally {
      this.world.time.end()
    }
  }

  private played(): Finding | undefined {
    const { steps } = this.history
    for (const [place, step] of steps.entries()) {
      this.attempt(() => {
        this.world.pass(step.gap)
        if (!this.hasProblem) this.step(step, place)
      })
      if (this.hasProblem) return this.finding(place)
    }
    this.attempt(() => this.end())
    return this.hasProblem ? this.finding(steps.length) : undefined
  }

  /** An exception counts as a problem, too. */
  private attempt(part: () => void): void {
    try {
      part()
    } catch (error) {
      this.world.auditor.problem(String(error))
    }
  }

  /** Every request that reached a process, and its answer. */
  get log(): ReadonlyArray<Told> {
    return this.clients.log
  }

  private get hasProblem(): boolean {
    return this.world.auditor.problems.length > 0
  }

  private finding(step: number): Finding {
    return { step, problem: this.world.auditor.problems[0] ?? "" }
  }

  private step({ act, seed, who }: Step, place: number): void {
    const chance = new Chance(seed)
    if (isTroubleAct(act)) befall(act, this.world, this.clients, who, chance)
    else if (isRequestAct(act)) this.ask(act, who, chance, place, `${who}-${seed}`)
  }

  private ask(act: RequestAct, who: number, chance: Chance, place: number, name: string): void {
    const { firms, time } = this.world
    const firm = firms[who % firms.length]
    const other = firms[(who + 1) % firms.length]
    if (firm === undefined || other === undefined) return
    const { known, region } = firm
    const as = Math.floor(who / firms.length) % 4 === 3 ? "test" : "live"
    const [make] = requestActs[act]
    const made = make({ chance, known, others: other.known, region, as, now: time.now, name })
    if (made !== undefined && made !== "") time.fork(this.clients.carryOut(place, firm, made))
  }

  /** Ends all troubles, lets everything that waits finish, and then checks everything that can be read. */
  private end(): void {
    const { processes } = this.world
    calm(this.world, this.clients)
    for (const process of processes) this.world.wake(process)
    this.world.pass(5 * minute)
    this.world.pass(12 * day)
    this.world.pass(untilNoon(this.world.time.now))
    this.world.hurry()
    if (!this.hasProblem) checkAtRest(this.world)
  }
}
