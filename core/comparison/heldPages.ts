import { Effect } from "effect"
import { type Credentials, type HeldPage, type HeldRecord, TaxAuthorityUnreachable } from "../ports/TaxAuthority.ts"
import type { RecordFields } from "../registry/RegistryRecord.ts"
import { answeringAuthority } from "./answeringAuthority.ts"
import type { Month } from "./months.ts"

/**
 * Passes all that the tax authority holds of a month to `use`, page by page with 10 000 records each, until `use` wants no more
 * or so many pages were read. Returns whether that was the whole month. Fails where its pages go round: they would never end.
 */
export const eachHeldPage = Effect.fnUntraced(function*(
  credentials: Credentials,
  month: Month,
  pagesMax: number,
  use: (page: ReadonlyArray<HeldRecord>) => boolean,
) {
  const { query } = yield* answeringAuthority
  let after: RecordFields | null = null
  const read = new Set<string>()
  for (let page = 0; page < pagesMax; page++) {
    const { next, records }: HeldPage = yield* query({ ...credentials, ...month, numserie: null, after })
    const goesOn = use(records)
    if (next === null) return true
    if (!goesOn) return false
    const place = JSON.stringify(next)
    if (read.has(place)) return yield* new TaxAuthorityUnreachable({ reason: "sus páginas se repiten" })
    read.add(place)
    after = next
  }
  return false
})
