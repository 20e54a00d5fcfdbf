import { Effect } from "effect"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { companiesOf } from "./batch.ts"
import type { Pending } from "./PendingCommand.ts"

/** A queue of commands, committed one batch after the other. A company always uses the same lane, unless it is set aside. */
export class Lane {
  /** The company that this lane was made for when it was set aside; null for a lane that companies share. */
  readonly aside: OrganizationId | null
  /** Whether a fiber is working through the queue. */
  busy = false
  private readonly waiting: Array<Pending> = []
  /** Commands whose batch is durable. Their callers are answered while the next batch waits for its rows. */
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

  /**
   * Takes the next batch, of at most so many. Callers that are about to hand in a command may do so first: it yields to
   * other fibers for as long as that brings more commands, but never waits for a timer.
   */
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
   * Moves waiting commands of the batch's companies into the batch, until it has `most`, and returns them. It moves none
   * when most of the waiting commands are of other companies: these need another transaction anyway, and joining costs
   * this one a round trip.
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

  /** Takes the commands of these companies out of the queue, the first `most` of them. */
  withdraw(companies: ReadonlySet<OrganizationId>, most = Infinity): ReadonlyArray<Pending> {
    const withdrawn: Array<Pending> = []
    for (const command of this.waiting.splice(0)) {
      const leaves = withdrawn.length < most && companies.has(command.organizationId)
      ;(leaves ? withdrawn : this.waiting).push(command)
    }
    return withdrawn
  }

  /**
   * Answers the callers of a durable batch, though not before the next batch has been sent to the database, which then
   * works on it meanwhile. When there is no next batch, or the lane is one set aside, where sending may have to wait,
   * they are answered at once.
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
