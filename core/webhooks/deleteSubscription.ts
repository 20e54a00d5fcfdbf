import { Either } from "effect"
import type { Command } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { noSubscription } from "./presentSubscription.ts"

/** Removes a subscription, which makes room for another. Its deliveries that wait have then nobody to be sent to. */
export const deleteSubscription = (organizationId: OrganizationId, id: string): Command<void> => {
  const own = key("subscription", organizationId, id)
  return {
    organizationId,
    reads: () => [own, key("subscriptionCount", organizationId, organizationId)],
    decide: (view) => {
      const counted = view.get("subscriptionCount", organizationId, organizationId)
      if (view.get("subscription", organizationId, id) === undefined) return Either.left(noSubscription)
      if (counted === undefined) throw new Error("a subscription that was not counted")
      const row = { ...counted, count: counted.count - 1 }
      return Either.right({
        result: undefined,
        rows: [{ table: "subscriptionCount", row }],
        removed: [own],
        events: [],
      })
    },
  }
}
