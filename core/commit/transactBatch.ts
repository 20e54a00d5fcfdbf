import { Clock, Effect } from "effect"
import { type Instant, instant } from "../calendar/instant.ts"
import type { Storage, TransactionFailure } from "../ports/Storage.ts"
import { companiesOf, decideInTurn, openingKeys } from "./batch.ts"
import type { Pending } from "./PendingCommand.ts"
import { Snapshot } from "./Snapshot.ts"

const nothingLoaded = new Snapshot()

/**
 * Loads what a batch needs, decides it and has it committed, in one transaction; the commands keep their answers. `asked`
 * is told when the storage is waited for first.
 */
export const transactBatch = (
  { transact }: Pick<Storage["Type"], "transact">,
  batch: ReadonlyArray<Pending>,
  newId: (at: Instant) => string,
  asked?: () => void,
): Effect.Effect<void, TransactionFailure> =>
  Effect.suspend(() => {
    const keys = openingKeys(batch, nothingLoaded)
    return transact({ organizationIds: companiesOf(batch), keys, ...(asked === undefined ? {} : { asked }) }, (rows, load) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        // Its own: of a storage that begins again by itself the second decision would else add to the first.
        const snapshot = new Snapshot()
        snapshot.add(keys, rows)
        const decided = decideInTurn(batch, snapshot, load, instant(now), newId)
        return Effect.map(decided, () => ({ changes: snapshot.changes(), jobs: snapshot.jobsPut(), value: undefined }))
      }))
  })
