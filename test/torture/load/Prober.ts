import { Effect, Option, Schedule, Schema, type Scope } from "effect"
import type { Dice } from "../dice.ts"
import type { Company } from "./companies.ts"
import type { Ledger } from "./Ledger.ts"
import { type Line, publicUrl } from "./Line.ts"

/** A small write whose outcome is not known yet. */
interface Pending {
  readonly key: string
  readonly body: string
}

/** When an acknowledged write was sent and answered; milliseconds of this process. */
interface Success {
  readonly sentAt: number
  readonly endedAt: number
}

const everyMillis = 100
const patienceMillis = 2_500

const decodeId = Schema.decodeUnknownOption(Schema.parseJson(Schema.Struct({ id: Schema.String })))

/** Writes something small in a company all the time, to see when that works again after a strike. */
export class Prober {
  private readonly pending: Array<Pending> = []
  private readonly underWay = new Set<Promise<void>>()
  private readonly successes: Array<Success> = []
  private made = 0

  constructor(
    private readonly company: Company,
    private readonly ledger: Ledger,
    private readonly line: Line,
    private readonly dice: Dice,
  ) {}

  /** Runs until the scope closes; `settle` has to settle the writes whose outcome is not known by then. */
  readonly run: Effect.Effect<void, never, Scope.Scope> = Effect.suspend(() => {
    const probe: Pending = { key: `probe-${this.made}-${this.dice.next()}`, body: `{"nombre":"Sonda ${this.made++}"}` }
    return Effect.sync(() => {
      const attempt = this.attempt(probe).finally(() => this.underWay.delete(attempt))
      this.underWay.add(attempt)
    })
  }).pipe(Effect.repeat(Schedule.spaced(everyMillis)), Effect.forkScoped, Effect.asVoid)

  /** Milliseconds from then until the acknowledgement of a write that was sent since; undefined when there is none yet. */
  recoveredAfter(since: number): number | undefined {
    const first = this.successes.filter(({ sentAt }) => sentAt >= since).map(({ endedAt }) => endedAt)
    return first.length === 0 ? undefined : Math.min(...first) - since
  }

  /** Repeats writes whose outcome is unknown until they are acknowledged. */
  readonly settle: Effect.Effect<void> = Effect.gen(this, function*() {
    yield* Effect.promise(() => Promise.all(this.underWay))
    const pending = this.pending.splice(0)
    yield* Effect.forEach(pending, (probe) =>
      Effect.promise(() => this.send(probe)).pipe(
        Effect.filterOrFail((isDone) => isDone, () => new Error("not yet")),
        Effect.retry({ schedule: Schedule.spaced("200 millis"), times: 300 }),
        Effect.orDieWith(() => new Error("a probe was not settled")),
      ), { concurrency: 4, discard: true })
  })

  private async attempt(probe: Pending): Promise<void> {
    const sentAt = performance.now()
    if (await this.send(probe)) this.successes.push({ sentAt, endedAt: performance.now() })
    else this.pending.push(probe)
  }

  private async send({ body, key }: Pending): Promise<boolean> {
    try {
      const response = await this.line.fetch(`${publicUrl}/api/v1/contactos`, {
        method: "POST",
        headers: {
          "Authorization": `Bearer ${this.company.clave}`,
          "Content-Type": "application/json",
          "Idempotency-Key": key,
        },
        body,
        signal: AbortSignal.timeout(patienceMillis),
      })
      const text = new TextDecoder().decode(await response.arrayBuffer())
      const id = Option.getOrUndefined(decodeId(text))?.id
      if (response.status !== 201 || id === undefined) return false
      this.ledger.contacts.set(id, { telefono: null, isUsed: false })
      this.ledger.happened("contact.created", id)
      return true
    } catch {
      return false
    }
  }
}
