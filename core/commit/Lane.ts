import { Effect } from "effect"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { companiesOf } from "./batch.ts"
import type { Pending } from "./PendingCommand.ts"

/** Commands on their way, one batch after the other. A company uses the same lane, unless it is set aside. */
export class Lane {
  /** The company that is set aside here; null: for all that fall to it. */
  readonly aside: OrganizationId | null
  /** Whether a fiber is at work on what waits. */
  busy = false
  private readonly waiting: Array<Pending> = []
  /** Those whose batch is durable: they are answered while the next one waits for its rows. */
  private unanswered: ReadonlyArray<Pending> = []

  constructor(aside: OrganizationId | null) {
    this.aside = aside
  }

  get isEmpty(): boolean {
    return this.waiting.length === 0
  }

  add(command: Pending): void {
    this.waiting.push(command)
  }

  /** Callers that are on their way hand in their commands: waits as long as that goes on, and for no clock. */
  gather(most: number): Effect.Effect<Array<Pending>> {
    const { waiting } = this
    const gatherBeyond = (seen: number): Effect.Effect<Array<Pending>> =>
      Effect.suspend(() => {
        if (waiting.length <= seen || seen >= most) return Effect.succeed(waiting.splice(0, most))
        const before = waiting.length
        return Effect.flatMap(Effect.yieldNow(), () => gatherBeyond(before))
      })
    return gatherBeyond(0)
  }

  /**
   * Those of the batch's companies join it until there are so many of them; tells which. Not where most who wait are of
   * other companies: another transaction is needed anyway then, and to be joined costs this one a round trip.
   */
  join(batch: Array<Pending>, most: number): ReadonlyArray<Pending> {
    if (this.isEmpty || batch.length >= most) return []
    const held = new Set(companiesOf(batch))
    const ready = this.waiting.filter(({ organizationId }) => held.has(organizationId)).length
    if (ready * 2 < this.waiting.length) return []
    const joining = this.withdraw(held, most - batch.length)
    batch.push(...joining)
    return joining
  }

  /** The first of these companies, at most so many, which wait here no more. */
  withdraw(companies: ReadonlySet<OrganizationId>, most = Infinity): ReadonlyArray<Pending> {
    const withdrawn: Array<Pending> = []
    for (const command of this.waiting.splice(0)) {
      const leaves = withdrawn.length < most && companies.has(command.organizationId)
      ;(leaves ? withdrawn : this.waiting).push(command)
    }
    return withdrawn
  }

  /**
   * Durable is durable: nothing that may take its time is waited for. What is next in a common lane leaves at once, and
   * then the database works while these are answered.
   */
  answerSoon(batch: ReadonlyArray<Pending>): void {
    this.answerAll()
    this.unanswered = batch
    if (this.isEmpty || this.aside !== null) this.answerAll()
  }

  answerAll(): void {
    const { unanswered } = this
    this.unanswered = []
    for (const command of unanswered) command.answer()
  }
}
