import type { Effect } from "effect"
import type { Dice } from "./dice.ts"
import type { Line } from "./load/Line.ts"
import type { Site, SiteNeeds } from "./site/Site.ts"

/** One way of doing harm. */
export interface Strike {
  readonly name: string
  /** Does it once; what it has taken away is given back when it ends. */
  readonly run: (struck: Struck) => Effect.Effect<void>
  /** From the end of the strike until every company can write again. */
  readonly recoversWithinSeconds: number
}

/** What a strike may lay hands on. */
export interface Struck {
  readonly site: Site
  readonly line: Line
  /** Ids of the companies that are written in. */
  readonly companies: ReadonlyArray<string>
  readonly dice: Dice
  /** So many milliseconds, less where the run is to be short. */
  readonly pause: (from: number, to: number) => Effect.Effect<void>
  /** Says that the database certainly answers nobody while this runs: /salud then has to say so too. */
  readonly dark: <A>(during: Effect.Effect<A>) => Effect.Effect<A>
  /** Waits until these companies have been written in since then, and answers after how many milliseconds. */
  readonly written: (companies: ReadonlyArray<string>, since: number) => Effect.Effect<number | undefined>
  /** Says that something went wrong. */
  readonly accuse: (what: string) => void
}

/** A kind of trouble: strikes of one sort against one kind of site, under load. */
export interface Fault {
  /** For `--only`. */
  readonly name: string
  readonly needs: SiteNeeds
  readonly strikes: ReadonlyArray<Strike>
  /** Its part of the time, 1 for most. */
  readonly weight: number
  /**
   * How far the clock of a process is ahead at most, in milliseconds; 0 unless told. What such a process has put is due by
   * its clock, so that the others may do it so much later (docs/operations.md, "Workers").
   */
  readonly aheadMillis?: number
  /** Why it cannot be tried here; undefined when it can. */
  readonly obstacle?: () => string | undefined
}
