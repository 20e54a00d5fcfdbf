import type { Region } from "../../../core/tax/regions.ts"
import type { Chance } from "../Chance.ts"
import type { Ask, KeyKind, Wrong } from "./Ask.ts"
import type { Known } from "./Known.ts"

/** What a client has at hand when it makes up a request. */
export interface Scene {
  readonly chance: Chance
  readonly known: Known
  /** What clients of another company know. */
  readonly others: Known
  readonly region: Region
  readonly as: KeyKind
  /** Milliseconds since 1970. */
  readonly now: number
  /** A name that no other step has. */
  readonly name: string
}

/** Makes up a request; undefined or empty when there is nothing that it could be about. */
export type Act = (scene: Scene) => Ask | "" | undefined

/** A read. */
export const read = ({ as }: Scene, path: string, walk = false): Ask =>
  ({ as, method: "GET", path, body: undefined, once: null, walk, wrong: null })

/** A write, mostly under a fresh Idempotency-Key. */
export const write = (scene: Scene, method: "POST" | "PATCH" | "DELETE", path: string, body?: unknown): Ask => ({
  as: scene.as,
  method,
  path,
  body,
  once: scene.chance.odds(65) ? scene.name : null,
  walk: false,
  wrong: null,
})

/** The same request, marked as one to be refused whatever the books say. */
export const wrong = (ask: Ask, why: Wrong): Ask => ({ ...ask, wrong: why })

/** A day that many days from today, in UTC. */
export const dayNear = ({ now }: Scene, days: number): string =>
  new Date(now + days * 86_400_000).toISOString().slice(0, 10)
