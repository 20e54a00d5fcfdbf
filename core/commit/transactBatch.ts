import { Clock, Effect } from "effect"
import { instant } from "../calendar/instant.ts"
import type { Storage, TransactionFailure } from "../ports/Storage.ts"
import { companiesOf, decideInTurn, loadTogether, openingKeys, type WriterTraits } from "./batch.ts"
import type { Pending } from "./PendingCommand.ts"
import { Snapshot } from "./Snapshot.ts"

const nothingLoaded = new Snapshot()

/** Where the batch comes from. */
interface Gathering {
  /** Told when the storage is waited for first. */
  readonly asked: () => void
  /** Adds to the batch what has come for its companies meanwhile, and tells what that is. */
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
      // Its own: of a storage that begins again by itself the second decision would else add to the first.
      const snapshot = new Snapshot()
      snapshot.add(keys, rows)
      return loadTogether(batch, snapshot, load, join).pipe(
        Effect.zipRight(Clock.currentTimeMillis),
        Effect.flatMap((now) => decideInTurn(batch, snapshot, load, instant(now), writer)),
        Effect.map(() => ({ changes: snapshot.changes(), jobs: snapshot.jobsPut(), value: undefined })),
      )
    })
  })
