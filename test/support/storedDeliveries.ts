import { Effect, Either } from "effect"
import { GroupCommit } from "../../core/commit/GroupCommit.ts"
import type { StoredDelivery } from "../../core/deliveries/Delivery.ts"
import type { OrganizationId } from "../../core/identifiers/organizationId.ts"
import type { Harness } from "../../runtimes/memory/harness.ts"
import { sampleDelivery } from "./samples.ts"

/** Stores deliveries, bypassing the rules; returns their ids, in order. */
export const storeDeliveries = (
  { provide }: Pick<Harness, "provide">,
  organizationId: OrganizationId,
  deliveries: ReadonlyArray<Partial<StoredDelivery>>,
): Effect.Effect<ReadonlyArray<string>> =>
  provide(Effect.flatMap(GroupCommit, ({ run }) =>
    run({
      organizationId,
      reads: () => [],
      decide: (_, { sequence }) => {
        const rows = deliveries.map((given) => sampleDelivery(organizationId, sequence(), given))
        const result = rows.map(({ id }) => id)
        return Either.right({ result, rows: rows.map((row) => ({ table: "delivery", row }) as const), events: [] })
      },
    }))).pipe(Effect.orDie)
