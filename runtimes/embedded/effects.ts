import { Effect } from "effect"
import { type HostConnection, HostTransactions } from "../../adapters/postgres/host/HostTransactions.ts"
import type { KeyMode } from "../../core/access/keyText.ts"
import { GroupCommit } from "../../core/commit/GroupCommit.ts"
import { declaration as declarationOf } from "../../core/declaration/declaration.ts"
import { organizationId } from "../../core/identifiers/organizationId.ts"
import { Queue } from "../../core/ports/Queue.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { released } from "../../core/registry/talonarioSoftware.ts"
import { callerOf, takesPartIn } from "./calls/Caller.ts"
import { organizationCalls } from "./calls/organizationCalls.ts"
import { companyCallsOf } from "./companyCalls.ts"
import { effectFace, type EffectKinds } from "./faces/effectFace.ts"
import { Installation } from "./Installation.ts"

/** Every call as an Effect that requires the ports it stands on: `layer` provides them, or Layers of your own do. */

/** The companies of the installation. */
export const organizaciones: ReturnType<typeof organizationCalls<EffectKinds>> = organizationCalls(effectFace)

/** The calls on behalf of a company, as a live or a test access key stands for it over HTTP. */
export const company = (id: string, modo: KeyMode): ReturnType<typeof companyCallsOf<EffectKinds>> =>
  companyCallsOf(effectFace, callerOf(id, modo))

/** The producer's declaración responsable of the software (Orden HAC/1177/2024 art. 15). */
export const declaration = Effect.map(Installation, ({ declarant, software }) =>
  structuredClone(declarationOf(software, declarant, released)))

/**
 * Wakes the workers, for a host that has just committed. Without it they find what is to be done within a second. Never
 * fails: what was committed stays.
 */
export const ringBells = Effect.ignore(Effect.flatMap(Queue, ({ put }) => put([])))

/** Joins a transaction that the host has begun on a connection of its own. */
export const joinTransaction = (connection: HostConnection) =>
  Effect.map(Effect.all([HostTransactions, Storage]), ([{ join }, storage]) => {
    const joined = join(connection)
    takesPartIn(joined.storage, storage)
    return {
      /** Runs an Effect as a part of the transaction: it commits and rolls back with the host's own statements. */
      within: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        effect.pipe(Effect.provideService(Storage, joined.storage), Effect.provideService(GroupCommit, joined.commit)),
      /**
       * Locks companies until the transaction ends, in the order of their ids; where it writes to several, before the
       * first call.
       */
      lock: (ids: ReadonlyArray<string>) => joined.lock(ids.map((id) => organizationId(id))),
      afterCommit: ringBells,
    }
  })
