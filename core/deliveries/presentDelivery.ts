import { Either } from "effect"
import type { View } from "../commit/Command.ts"
import { type NotFound, notFound } from "../refusals/refusal.ts"
import type { Webhook } from "../webhooks/Webhook.ts"
import type { StoredDelivery } from "./Delivery.ts"

/** The delivery with this id. Refuses one that does not exist, or is another webhook's. */
export const presentDelivery = (
  view: View,
  { id: webhookId, organizationId }: Webhook,
  id: string,
): Either.Either<StoredDelivery, NotFound> => {
  const found = view.get("delivery", organizationId, id)
  return found?.webhook_id === webhookId ? Either.right(found) : Either.left(noDelivery)
}

const noDelivery = notFound("el envío")
