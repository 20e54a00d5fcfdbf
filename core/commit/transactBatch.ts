import { Clock, Effect } from "effect"
import { instant } from "../calendar/instant.ts"
import type { Storage, TransactionFailure } from "../ports/Storage.ts"
import { companiesOf, decideInTurn, loadTogether, openingKeys, type WriterTraits } from "./batch.ts"
import type { Pending } from "./PendingCommand.ts"
import { Snapshot } from "./Snapshot.ts"

const nothingLoaded = new Snapshot()

/** How a batch depends on the lane that it comes from. */
interface Gathering {
  /** Called when the first statements have been sent to the storage. */
  readonly asked: () => void
  /** Adds to the batch the commands that have come for its companies meanwhile, and returns them. */
  readonly join: () => ReadonlyArray<Pending>
}

const complete: Gathering = { asked: () => {}, join: () => [] }

/** Loads what a batch needs, decides it and has it committed, in one transaction; the commands keep their answers. */
export const transactBatch = (
  { transact }: Pick<Storage["Type"], "transact">,
  batch: ReadonlyArray<Pending>,
  writer: WriterTraits,
  { asked, join }: Gathering = complete,
): Effect.Effect<void, TransactionFailure> =>
  Effect.suspend(() => {
    const keys = openingKeys(batch, nothingLoaded)
    return transact({ organizationIds: companiesOf(batch), keys, asked }, (rows, load) => {
      // A new one each time: a storage may begin the transaction again by itself, and the decisions of before must not remain.
      const snapshot = new Snapshot()
      snapshot.add(keys, rows)
      return loadTogether(batch, snapshot, load, join).pipe(
        Effect.zipRight(Clock.currentTimeMillis),
        Effect.flatMap((now) => decideInTurn(batch, snapshot, load, instant(now), writer)),
        Effect.map(() => ({ changes: snapshot.changes(), jobs: snapshot.jobsPut(), value: undefined })),
      )
    })
  })
