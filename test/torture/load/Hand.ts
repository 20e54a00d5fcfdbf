import type { Effect } from "effect"
import type { ClientError } from "../../../adapters/client/errors.ts"
import type { Client } from "../../../adapters/client/makeClient.ts"
import type { Dice } from "../dice.ts"
import type { Ledger } from "./Ledger.ts"

/** Reports that an answer is wrong. */
export type Accuse = (what: string) => void

/** Something that a client does from beginning to end. */
export type Deed = Effect.Effect<void, ClientError>

/** What a client of a company works with. */
export interface Hand {
  readonly client: Client
  readonly ledger: Ledger
  readonly dice: Dice
  readonly accuse: Accuse
}

/** Some of the company's products, with a number of units for each. */
export const someUnits = ({ dice, ledger }: Hand, unitsOf: () => number): ReadonlyMap<string, number> =>
  new Map([...ledger.products.keys()].flatMap((id) => (dice.chance(0.5) ? [[id, unitsOf()]] : [])))
