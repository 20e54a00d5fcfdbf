import { Either } from "effect"
import type { View } from "../commit/Command.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { type Conflict, conflict, type NotFound, notFound } from "../refusals/refusal.ts"
import type { StoredDelivery, Subscription } from "./Subscription.ts"

export const noSubscription = notFound("la suscripción")

const switchedOff = conflict(
  "suscripcion_desactivada",
  "La suscripción está desactivada: hay que reactivarla antes de enviarle nada.",
)

/** The subscription of a command; refuses an id that there is not. */
export const presentSubscription = (
  view: View,
  organizationId: OrganizationId,
  id: string,
): Either.Either<Subscription, NotFound> =>
  Either.fromNullable(view.get("subscription", organizationId, id), () => noSubscription)

/** The subscription of a command that sends it something; refuses also one that is switched off. */
export const activeSubscription = (
  view: View,
  organizationId: OrganizationId,
  id: string,
): Either.Either<Subscription, NotFound | Conflict> =>
  Either.filterOrLeft(presentSubscription(view, organizationId, id), ({ activo }) => activo, () => switchedOff)

/** A delivery of that subscription; refuses an id that it has not. */
export const presentDelivery = (
  view: View,
  { id: webhookId, organizationId }: Subscription,
  id: string,
): Either.Either<StoredDelivery, NotFound> => {
  const found = view.get("delivery", organizationId, id)
  return found?.webhook_id === webhookId ? Either.right(found) : Either.left(noDelivery)
}

const noDelivery = notFound("el envío")
