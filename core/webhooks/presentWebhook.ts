import { Either } from "effect"
import type { View } from "../commit/Command.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { type Conflict, conflict, type NotFound, notFound } from "../refusals/refusal.ts"
import type { Webhook } from "./Webhook.ts"

/** The refusal for an id without a webhook. */
export const noWebhook = notFound("la suscripción")

const switchedOff = conflict(
  "suscripcion_desactivada",
  "La suscripción está desactivada: hay que reactivarla antes de enviarle nada.",
)

/** The webhook that a command is about; refuses an unknown id. */
export const presentWebhook = (
  view: View,
  organizationId: OrganizationId,
  id: string,
): Either.Either<Webhook, NotFound> =>
  Either.fromNullable(view.get("webhook", organizationId, id), () => noWebhook)

/** The webhook that a command sends something to; refuses an unknown id, or a webhook that is switched off. */
export const activeWebhook = (
  view: View,
  organizationId: OrganizationId,
  id: string,
): Either.Either<Webhook, NotFound | Conflict> =>
  Either.filterOrLeft(presentWebhook(view, organizationId, id), ({ activo }) => activo, () => switchedOff)
