import { Agent, fetch } from "undici"
import type { Fetch } from "../../../adapters/client/Answer.ts"
import type { Dice } from "../dice.ts"

/** A write as it was sent and answered, to be repeated at the end. */
export interface KeptWrite {
  readonly url: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
  readonly status: number
  readonly text: string
}

/** Counts of what went over the line. */
export interface LineCounts {
  /** Writes that were answered with success, each counted once. */
  readonly acknowledged: number
  /** Those of them with an earlier attempt that got no answer, or 5xx. */
  readonly settled: number
  /** Those of the settled ones whose earlier attempt had taken effect all the same. */
  readonly settledAsDone: number
  /** Attempts that got no answer, or 5xx. */
  readonly unknown: number
}

/** The clients' way to the service, like a load balancer that sends each attempt to any process, up or not. */
export interface Line {
  readonly fetch: Fetch
  readonly counts: () => LineCounts
  /** How many writes of an access key were acknowledged. */
  readonly acknowledgedUnder: (clave: string) => number
  /** The share of attempts, 0 to 1, during which the client hangs up. */
  hangUps: number
  /** A sample of the acknowledged writes. */
  readonly kept: ReadonlyArray<KeptWrite>
  /** Things that must not happen. */
  readonly faults: ReadonlyArray<string>
}

/** The address that clients call; its host stands for all processes. */
export const publicUrl = "http://talonario.example"

interface Attempts {
  unknown: number
  fresh: number
  isAcknowledged: boolean
}

/** A line to the processes at these origins. */
export const makeLine = (origins: ReadonlyArray<string>, dice: Dice): Line => {
  const attempts = new Map<string, Attempts>()
  const underKey = new Map<string, number>()
  const kept: Array<KeptWrite> = []
  const faults: Array<string> = []
  const counts = { acknowledged: 0, settled: 0, settledAsDone: 0, unknown: 0 }

  const lost = (of: Attempts | undefined): void => {
    counts.unknown++
    if (of !== undefined) of.unknown++
  }

  const fetchFrom: Fetch = async (url, init) => {
    const key = init.headers["Idempotency-Key"]
    const mine = key === undefined ? undefined : attempts.get(key) ?? { unknown: 0, fresh: 0, isAcknowledged: false }
    if (key !== undefined && mine !== undefined) attempts.set(key, mine)
    const target = `${dice.one(origins) ?? ""}${url.slice(publicUrl.length)}`
    const isHungUp = dice.chance(line.hangUps)
    const signal = isHungUp ? AbortSignal.any([init.signal, AbortSignal.timeout(dice.between(0, 60))]) : init.signal
    const { bytes, headers, status } = await read(target, { ...init, signal }).catch((error: unknown) => {
      lost(mine)
      throw error
    })
    if (status >= 500) lost(mine)
    if (status < 300 && key !== undefined && mine !== undefined) {
      const isReplayed = headers.get("Idempotency-Replayed") === "true"
      if (!isReplayed && ++mine.fresh > 1) faults.push(`done twice under one key: ${init.method} ${url}`)
      if (!mine.isAcknowledged) {
        mine.isAcknowledged = true
        counts.acknowledged++
        if (mine.unknown > 0) counts.settled++
        if (mine.unknown > 0 && isReplayed) counts.settledAsDone++
        const clave = init.headers["Authorization"]?.slice("Bearer ".length) ?? ""
        underKey.set(clave, (underKey.get(clave) ?? 0) + 1)
        if (dice.chance(0.04)) {
          const { body, headers: sent, method } = init
          kept.push({ url, method, headers: sent, body, status, text: new TextDecoder().decode(bytes) })
        }
      }
    }
    return { status, headers, arrayBuffer: async () => bytes }
  }

  const line: Line = {
    fetch: fetchFrom,
    counts: () => ({ ...counts }),
    acknowledgedUnder: (clave) => underKey.get(clave) ?? 0,
    hangUps: 0,
    kept,
    faults,
  }
  return line
}

/** Idle connections end soon, so that none of them are left open in the processes at the end. */
const dispatcher = new Agent({ keepAliveTimeout: 2_000, keepAliveMaxTimeout: 2_000 })

const read = async (url: string, init: Parameters<Fetch>[1]) => {
  const response = await fetch(url, { ...init, dispatcher })
  return { status: response.status, headers: response.headers, bytes: await response.arrayBuffer() }
}
