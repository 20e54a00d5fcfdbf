import type { Effect } from "effect"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { type ListAnswer, type ListRequest, listShown } from "../pagination/listPage.ts"
import { readShown } from "../pagination/readShown.ts"
import type { Storage, StorageUnavailable } from "../ports/Storage.ts"
import type { NotFound } from "../refusals/refusal.ts"
import { noWebhook } from "./presentWebhook.ts"
import { type WebhookResource, webhookResource } from "./webhookResource.ts"

/** One webhook, without its secret. */
export const readWebhook = (
  organizationId: OrganizationId,
  id: string,
): Effect.Effect<WebhookResource, NotFound | StorageUnavailable, Storage> =>
  readShown("webhook", organizationId, id, noWebhook, webhookResource)

/** A page of webhooks. */
export const listWebhooks = (
  organizationId: OrganizationId,
  request: ListRequest,
): Effect.Effect<ListAnswer<WebhookResource>, StorageUnavailable, Storage> =>
  listShown("webhook", organizationId, request, [], webhookResource)
