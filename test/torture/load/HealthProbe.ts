import { Effect, Schedule, type Scope } from "effect"
import { Agent, fetch } from "undici"
import type { Service } from "../site/Service.ts"

/** One request to /salud; times are milliseconds of this process. */
interface Look {
  readonly sentAt: number
  readonly endedAt: number
  /** Null when there was no answer. */
  readonly status: number | null
}

/** A time during which the database certainly answered nobody. */
export interface Darkness {
  readonly from: number
  readonly to: number
}

const everyMillis = 150

/** The longest that an answer may take: whoever asks whether the service is ready does not wait for ever. */
const answerMillisMax = 6_500

const dispatcher = new Agent({ keepAliveTimeout: 2_000, keepAliveMaxTimeout: 2_000 })

/** Asks a process all the time whether it is ready. */
export class HealthProbe {
  private readonly looks: Array<Look> = []

  constructor(private readonly service: Service) {}

  readonly run: Effect.Effect<void, never, Scope.Scope> = Effect.forkDaemon(
    Effect.promise(async () => {
      const sentAt = performance.now()
      const status = await fetch(`${this.service.origin}/api/v1/salud`, { dispatcher, signal: AbortSignal.timeout(15_000) })
        .then(async (response) => {
          await response.arrayBuffer()
          return response.status
        }, () => null)
      this.looks.push({ sentAt, endedAt: performance.now(), status })
    }),
  ).pipe(Effect.repeat(Schedule.spaced(everyMillis)), Effect.forkScoped, Effect.asVoid)

  /** Wrong and late answers from times when the process was up but the database was not. */
  faults(darknesses: ReadonlyArray<Darkness>): ReadonlyArray<string> {
    const faults = new Set<string>()
    for (const { from, to } of darknesses) {
      for (const { endedAt, sentAt, status } of this.looks.filter((one) => one.sentAt >= from && one.sentAt < to)) {
        if (endedAt < to && status === 200) faults.add("/salud said 200 while the database was away")
        const took = endedAt - sentAt
        if (took > answerMillisMax) faults.add(`/salud took ${(took / 1_000).toFixed(0)} s while the database was away`)
      }
    }
    return [...faults]
  }

  /** How often it answered that storage does not respond. */
  unready(): number {
    return this.looks.filter(({ status }) => status === 503).length
  }
}
