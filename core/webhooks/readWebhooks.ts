import { Effect, Option } from "effect"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { type ListAnswer, type ListRequest, listShown } from "../pagination/listPage.ts"
import { Storage, type StorageUnavailable } from "../ports/Storage.ts"
import type { NotFound } from "../refusals/refusal.ts"
import { noWebhook } from "./presentWebhook.ts"
import { type WebhookResource, webhookResource } from "./webhookResource.ts"

/** One subscription, without its secret. */
export const readWebhook = Effect.fnUntraced(function*(
  organizationId: OrganizationId,
  id: string,
): Effect.fn.Return<WebhookResource, NotFound | StorageUnavailable, Storage> {
  const storage = yield* Storage
  const found = Option.getOrUndefined(yield* storage.find("webhook", organizationId, id))
  return found === undefined ? yield* Effect.fail(noWebhook) : webhookResource(found)
})

/** A page of subscriptions. */
export const listWebhooks = (
  organizationId: OrganizationId,
  request: ListRequest,
): Effect.Effect<ListAnswer<WebhookResource>, StorageUnavailable, Storage> =>
  listShown("webhook", organizationId, request, [], webhookResource)
