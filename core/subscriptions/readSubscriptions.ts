import type { Effect } from "effect"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { equalTo } from "../pagination/listFilters.ts"
import { type ListAnswer, type ListRequest, listShown } from "../pagination/listPage.ts"
import { readShown } from "../pagination/readShown.ts"
import type { Storage, StorageUnavailable } from "../ports/Storage.ts"
import { type NotFound, notFound } from "../refusals/refusal.ts"
import { type SubscriptionResource, subscriptionResource } from "./Subscription.ts"
import type { SubscriptionFilters } from "./subscriptionFilters.ts"

/** One subscription. */
export const readSubscription = (
  organizationId: OrganizationId,
  id: string,
): Effect.Effect<SubscriptionResource, NotFound | StorageUnavailable, Storage> =>
  readShown("subscription", organizationId, id, notFound("la suscripción"), subscriptionResource)

/** A page of subscriptions. */
export const listSubscriptions = (
  organizationId: OrganizationId,
  request: ListRequest,
  filters: SubscriptionFilters = {},
): Effect.Effect<ListAnswer<SubscriptionResource>, StorageUnavailable, Storage> =>
  listShown("subscription", organizationId, request, [
    ...equalTo("estado", filters.estado),
    ...equalTo("contacto_id", filters.contacto_id),
  ], subscriptionResource)
