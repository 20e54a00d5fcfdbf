import { Effect } from "effect"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { equalTo } from "../pagination/listFilters.ts"
import { type ListAnswer, type ListRequest, listShown } from "../pagination/listPage.ts"
import { Storage, type StorageUnavailable } from "../ports/Storage.ts"
import type { NotFound } from "../refusals/refusal.ts"
import { readWebhook } from "../webhooks/readWebhooks.ts"
import { type DeliveryResource, deliveryResource } from "./deliveryResource.ts"

/** A page of the delivery log of a webhook, which must exist. */
export const listDeliveries = Effect.fnUntraced(function*(
  organizationId: OrganizationId,
  webhookId: string,
  request: ListRequest,
): Effect.fn.Return<ListAnswer<DeliveryResource>, NotFound | StorageUnavailable, Storage> {
  yield* readWebhook(organizationId, webhookId)
  return yield* listShown("delivery", organizationId, request, equalTo("webhook_id", webhookId), deliveryResource)
})

/** Deliveries abandoned in one commit at most. */
const maxAbandoned = 1_000

/**
 * Ids of the deliveries that wait to be sent to a webhook, oldest first: those that are to be abandoned when it
 * is switched off or removed. Those beyond a thousand, and those that come meanwhile, are abandoned by the worker that
 * is to send them.
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
