import { Either } from "effect"
import type { Command, Decision } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import { notFound, type Refusal } from "../refusals/refusal.ts"
import { lastUseIsStale } from "./accessKeyCommands.ts"
import type { Principal } from "./Principal.ts"

/**
 * The same command, refused where the caller's key is no longer valid when its turn comes; it also writes the use of the
 * key. This spares a write the look-up of its key before (`authenticate`).
 *
 * Each time the command is decided, `report` is told whether that look-up is really superfluous: the key is valid, and its
 * use is written or was so lately. Where it is not, the caller has to authenticate all the same, which says why a key is
 * not valid: the refusal of this command is not meant to be shown.
 */
export const withKey = <A>(
  command: Command<A>,
  { accessKeyId, organizationId }: Principal,
  report: (keyIsDealtWith: boolean) => void,
): Command<A> => {
  const own = key("accessKey", organizationId, accessKeyId)
  return {
    organizationId: command.organizationId,
    reads: (view) => [own, ...command.reads(view)],
    decide: (view, supply): Either.Either<Decision<A>, Refusal> => {
      report(false)
      const present = view.get(own.table, own.organizationId, own.id)
      if (present === undefined || present.revocada !== null) return Either.left(notFound("la clave"))
      const decision = command.decide(view, supply)
      if (Either.isLeft(decision)) return decision
      const { events, removed = [], rows } = decision.right
      const useIsRecent = !lastUseIsStale(present, supply.clock)
      // A command that changes nothing, such as a repetition, stays one: the use of its key is left to the caller.
      const isWrite = rows.length > 0 || removed.length > 0 || events.length > 0
      report(useIsRecent || isWrite)
      if (useIsRecent || !isWrite) return decision
      const used = { table: "accessKey", row: { ...present, ultimo_uso: supply.clock } } as const
      return Either.right({ ...decision.right, rows: [used, ...rows] })
    },
  }
}
