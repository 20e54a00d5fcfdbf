import type { Chance } from "../Chance.ts"
import type { Fields } from "./Fields.ts"
import type { Scene } from "./Scene.ts"

/** Properties that several kinds of resources have. */

const nifs = ["12345678Z", "11111111H", "00000001R", "X0000000T", "B12345674", " 12.345.678-z ", "ES11111111H"]

export const someNif = (chance: Chance): string | undefined => chance.among(nifs)

const labels = ["vip", "web", "2026"]

/** A name that hardly any other resource has, so that a wrong item in a list is noticed. */
export const nameOf = (kind: string, { chance }: Scene): string => `${kind} ${chance.below(100_000)}`

export const someLabels = (chance: Chance): ReadonlyArray<string> => labels.slice(0, chance.below(labels.length + 1))

/** A patch with some of the properties, one of them perhaps null; now and then an empty patch. */
export const changesOf = (chance: Chance, whole: Fields, nullable: ReadonlyArray<string>): Fields => {
  const kept = Object.entries(whole).filter(([, value]) => value !== undefined && chance.odds(40))
  const emptied = chance.odds(25) ? chance.among(nullable) : undefined
  return { ...Object.fromEntries(kept), ...(emptied === undefined ? {} : { [emptied]: null }) }
}
