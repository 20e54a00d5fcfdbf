import type { Effect } from "effect"
import type { Dice } from "./dice.ts"
import type { Line } from "./load/Line.ts"
import type { Site, SiteNeeds } from "./site/Site.ts"

/** One way of doing harm. */
export interface Strike {
  readonly name: string
  /** Does the harm once; at its end everything that it took away is back. */
  readonly run: (struck: Struck) => Effect.Effect<void>
  /** How long it may take, after the strike, until every company can write again. */
  readonly recoversWithinSeconds: number
}

/** What a strike can use. */
export interface Struck {
  readonly site: Site
  readonly line: Line
  /** The ids of the companies in which clients write. */
  readonly companies: ReadonlyArray<string>
  readonly dice: Dice
  /** Sleeps for a random number of milliseconds between these, less where the run is to be short. */
  readonly pause: (from: number, to: number) => Effect.Effect<void>
  /** Marks the time of an effect as one when the database certainly answers nobody, which /salud then has to say. */
  readonly dark: <A>(during: Effect.Effect<A>) => Effect.Effect<A>
  /** Waits until each of these companies has had a write since then; returns after how many milliseconds. */
  readonly written: (companies: ReadonlyArray<string>, since: number) => Effect.Effect<number | undefined>
  /** Reports that something went wrong. */
  readonly accuse: (what: string) => void
}

/** A kind of fault: strikes of one sort against one kind of site, under load. */
export interface Fault {
  /** The name for `--only`. */
  readonly name: string
  readonly needs: SiteNeeds
  readonly strikes: ReadonlyArray<Strike>
  /** Its share of the time, 1 for most. */
  readonly weight: number
  /**
   * By how many milliseconds the clock of a process is ahead at most; 0 by default. Jobs of such a process are due by its clock,
   * so that the others may do them that much later (docs/operations.md, "Workers").
   */
  readonly aheadMillis?: number
  /** Why it cannot be tried on this machine; undefined when it can. */
  readonly obstacle?: () => string | undefined
}
