import { Either } from "effect"
import type { Command, Decision } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import { notFound, type Refusal } from "../refusals/refusal.ts"
import { lastUseIsStale } from "./accessKeyCommands.ts"
import type { Principal } from "./Principal.ts"

/**
 * The same command, which is carried out only if the caller's key still holds when it is its turn, and notes its use; `told`
 * hears each time whether both is done. Where it is not, nothing is written, and the refusal is not to be shown: why the key
 * does not hold `authenticate` tells.
 */
export const withKey = <A>(
  command: Command<A>,
  { accessKeyId, organizationId }: Principal,
  told: (carriedOut: boolean) => void,
): Command<A> => {
  const own = key("accessKey", organizationId, accessKeyId)
  return {
    organizationId: command.organizationId,
    reads: (view) => [own, ...command.reads(view)],
    decide: (view, supply): Either.Either<Decision<A>, Refusal> => {
      told(false)
      const present = view.get(own.table, own.organizationId, own.id)
      if (present === undefined || present.revocada !== null) return Either.left(notFound("la clave"))
      const decision = command.decide(view, supply)
      if (Either.isLeft(decision)) return decision
      const { events, removed = [], rows } = decision.right
      const useIsRecent = !lastUseIsStale(present, supply.clock)
      // An answer that is only repeated changes nothing: it notes no use, which is then still to be noted.
      const isWrite = rows.length > 0 || removed.length > 0 || events.length > 0
      told(useIsRecent || isWrite)
      if (useIsRecent || !isWrite) return decision
      const used = { table: "accessKey", row: { ...present, ultimo_uso: supply.clock } } as const
      return Either.right({ ...decision.right, rows: [used, ...rows] })
    },
  }
}
