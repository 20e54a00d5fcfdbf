import type { Effect } from "effect"
import type { ClientError } from "../../../adapters/client/errors.ts"
import type { Client } from "../../../adapters/client/makeClient.ts"
import type { Dice } from "../dice.ts"
import type { Ledger } from "./Ledger.ts"

/** Ways in which an answer can be wrong are told here. */
export type Accuse = (what: string) => void

/** Something that a client does, to its end. */
export type Deed = Effect.Effect<void, ClientError>

/** What one client of a company works with. */
export interface Hand {
  readonly client: Client
  readonly ledger: Ledger
  readonly dice: Dice
  readonly accuse: Accuse
}

/** Some of the company's products, and how many units of each. */
export const someUnits = ({ dice, ledger }: Hand, unitsOf: () => number): ReadonlyMap<string, number> =>
  new Map([...ledger.products.keys()].flatMap((id) => (dice.chance(0.5) ? [[id, unitsOf()]] : [])))
