import { type JobKind, jobKinds, type JobName } from "../../core/jobs/Job.ts"
import type { Receipt } from "./sqsCalls.ts"

/** A message that names a job. Nobody else sees it until `hiddenUntil`, in milliseconds since 1970. */
export interface Message extends Receipt {
  readonly name: JobName
  readonly hiddenUntil: number
}

/** What a worker of one kind has asked for. */
interface Want {
  readonly room: number
  readonly leaseMillis: number
  readonly at: number
}

/** Workers look every second: one that has not looked for so long takes no messages any more. */
const wantedMillis = 3_000

/**
 * How many messages of a kind are kept although its workers are busy. Messages of other kinds may stand behind them in
 * the queue, and would not be reached otherwise.
 */
const keptMax = 100

/** Messages that were received and wait for workers of this process, and how many more these wait for. */
export const makeMessagesAtHand = () => {
  const atHand = new Map<JobKind, Array<Message>>(jobKinds.map((kind) => [kind, []]))
  const wants = new Map<JobKind, Want>()

  /** The messages of a kind, without those that others see again. */
  const ofKind = (kind: JobKind, now: number): Array<Message> => {
    const ours = atHand.get(kind) ?? []
    if (ours.some(({ hiddenUntil }) => hiddenUntil <= now)) {
      ours.splice(0, ours.length, ...ours.filter(({ hiddenUntil }) => hiddenUntil > now))
    }
    return ours
  }

  const wanted = (kind: JobKind, now: number): number => {
    const want = wants.get(kind)
    if (want === undefined || now - want.at > wantedMillis) return 0
    return Math.max(want.room - ofKind(kind, now).length, 0)
  }

  return {
    /** Messages of a kind, `limit` at most; what is lacking is wanted from now on. */
    take: (kind: JobKind, limit: number, leaseMillis: number, now: number): ReadonlyArray<Message> => {
      const taken = ofKind(kind, now).splice(0, limit)
      wants.set(kind, { room: limit - taken.length, leaseMillis, at: now })
      return taken
    },
    putBack: (messages: ReadonlyArray<Message>): void => {
      for (const message of messages) atHand.get(message.name.kind)?.push(message)
    },
    /** Keeps a message; answers false where there is no room for it. */
    keep: (message: Message, now: number): boolean => {
      const { kind } = message.name
      const ours = ofKind(kind, now)
      if (wanted(kind, now) === 0 && ours.length >= keptMax) return false
      ours.push(message)
      return true
    },
    /** How many more messages workers of these kinds wait for. */
    wanted: (kinds: ReadonlyArray<JobKind>, now: number): number => kinds.reduce((sum, kind) => sum + wanted(kind, now), 0),
    /** The longest lease that they asked for. */
    leaseMillis: (kinds: ReadonlyArray<JobKind>): number =>
      Math.max(...kinds.map((kind) => wants.get(kind)?.leaseMillis ?? 0)),
    all: (): ReadonlyArray<Message> => [...atHand.values()].flat(),
  }
}
