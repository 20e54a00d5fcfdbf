import { Either } from "effect"
import type { View } from "../commit/Command.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { type Conflict, conflict, type NotFound, notFound } from "../refusals/refusal.ts"
import type { StoredDelivery, Webhook } from "./Webhook.ts"

/** There is no such subscription. */
export const noWebhook = notFound("la suscripción")

const switchedOff = conflict(
  "suscripcion_desactivada",
  "La suscripción está desactivada: hay que reactivarla antes de enviarle nada.",
)

/** The subscription of a command; refuses an id that there is not. */
export const presentWebhook = (
  view: View,
  organizationId: OrganizationId,
  id: string,
): Either.Either<Webhook, NotFound> =>
  Either.fromNullable(view.get("webhook", organizationId, id), () => noWebhook)

/** The subscription of a command that sends it something; refuses also one that is switched off. */
export const activeWebhook = (
  view: View,
  organizationId: OrganizationId,
  id: string,
): Either.Either<Webhook, NotFound | Conflict> =>
  Either.filterOrLeft(presentWebhook(view, organizationId, id), ({ activo }) => activo, () => switchedOff)

/** A delivery of that subscription; refuses an id that it has not. */
export const presentDelivery = (
  view: View,
  { id: webhookId, organizationId }: Webhook,
  id: string,
): Either.Either<StoredDelivery, NotFound> => {
  const found = view.get("delivery", organizationId, id)
  return found?.webhook_id === webhookId ? Either.right(found) : Either.left(noDelivery)
}

const noDelivery = notFound("el envío")
