import { Effect } from "effect"
import type { Storage, TransactionFailure } from "../ports/Storage.ts"
import type { Refusal } from "../refusals/refusal.ts"
import type { WriterTraits } from "./batch.ts"
import type { Command } from "./Command.ts"
import { GroupCommit } from "./GroupCommit.ts"
import { pending } from "./PendingCommand.ts"
import { transactBatch } from "./transactBatch.ts"

/** A group commit without groups: each command has a transaction of its own, which is tried only once. */
export const commitAlone = (
  storage: Pick<Storage["Type"], "transact">,
  writer: WriterTraits,
): GroupCommit["Type"] =>
  GroupCommit.of({
    run: <A>(command: Command<A>) =>
      Effect.suspend(() => {
        let answer: Effect.Effect<A, Refusal | TransactionFailure> = Effect.die(new Error("committed without an answer"))
        const one = pending(command, (given) => (answer = given), undefined)
        return Effect.flatMap(transactBatch(storage, [one], writer), () => {
          one.answer()
          return answer
        })
      }),
  })
