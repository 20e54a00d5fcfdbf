import { Effect } from "effect"
import { key } from "../commit/tables.ts"
import { Storage } from "../ports/Storage.ts"
import { messageMax } from "../ports/TaxAuthority.ts"
import type { RegistryRecord } from "../registry/RegistryRecord.ts"
import type { SubmissionState } from "./SubmissionState.ts"

/** A company's oldest records without a verdict. */
export interface Waiting {
  /** At most as many as fit into a message, in the order in which they were made. */
  readonly records: ReadonlyArray<RegistryRecord>
  /** How many records in between have been answered. */
  readonly answered: number
  /** `orden` up to which every record is answered once those are, too, of whose ids `isNoted` is true. */
  readonly throughWhen: (isNoted: (id: string) => boolean) => number
}

/** Reads the records that wait: those after `answeredThrough` that have no verdict. */
export const waitingRecords = Effect.fnUntraced(function*(
  { answeredThrough, organizationId, sentThrough }: SubmissionState,
) {
  const { findMany, page } = yield* Storage
  const { rows } = yield* page("registryRecord", {
    organizationId,
    orden: "antiguo",
    after: answeredThrough,
    limit: messageMax,
    conditions: [],
  })
  const mayBeAnswered = rows.filter(({ orden }) => orden <= sentThrough)
  const { recordVerdict = [] } = mayBeAnswered.length === 0
    ? {}
    : yield* findMany(mayBeAnswered.map(({ id }) => key("recordVerdict", organizationId, id)))
  const answered = new Set(recordVerdict.map(({ id }) => id))
  const throughWhen: Waiting["throughWhen"] = (isNoted) => {
    const open = rows.findIndex(({ id }) => !answered.has(id) && !isNoted(id))
    return (open === -1 ? rows.at(-1)?.orden : rows[open - 1]?.orden) ?? answeredThrough
  }
  return { records: rows.filter(({ id }) => !answered.has(id)), answered: answered.size, throughWhen } satisfies Waiting
})
