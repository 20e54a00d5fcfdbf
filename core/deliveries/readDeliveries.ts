import { Effect } from "effect"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { equalTo } from "../pagination/listFilters.ts"
import { type ListAnswer, type ListRequest, listShown } from "../pagination/listPage.ts"
import { Storage, type StorageUnavailable } from "../ports/Storage.ts"
import type { NotFound } from "../refusals/refusal.ts"
import { readWebhook } from "../webhooks/readWebhooks.ts"
import { type DeliveryResource, deliveryResource } from "./deliveryResource.ts"

/** A page of a webhook's delivery log. Refuses a webhook that does not exist. */
export const listDeliveries = Effect.fnUntraced(function*(
  organizationId: OrganizationId,
  webhookId: string,
  request: ListRequest,
): Effect.fn.Return<ListAnswer<DeliveryResource>, NotFound | StorageUnavailable, Storage> {
  yield* readWebhook(organizationId, webhookId)
  return yield* listShown("delivery", organizationId, request, equalTo("webhook_id", webhookId), deliveryResource)
})

/** How many deliveries one commit abandons at most. */
const maxAbandoned = 1_000

/**
 * Ids of a webhook's pending deliveries, oldest first, to be abandoned when it is switched off or deleted. What goes beyond a
 * thousand, or is added meanwhile, is abandoned by the worker that would have to send it (`deliverWaiting`).
 */
export const waitingDeliveries = Effect.fnUntraced(function*(
  organizationId: OrganizationId,
  webhookId: string,
): Effect.fn.Return<ReadonlyArray<string>, StorageUnavailable, Storage> {
  const { page } = yield* Storage
  const conditions = [...equalTo("webhook_id", webhookId), ...equalTo("estado", "pending")]
  const query = { organizationId, orden: "antiguo", after: null, limit: maxAbandoned, conditions, uncounted: true } as const
  const { rows } = yield* page("delivery", query)
  return rows.map(({ id }) => id)
})
