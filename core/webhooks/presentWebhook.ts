import { Either } from "effect"
import type { View } from "../commit/Command.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { type Conflict, conflict, type NotFound, notFound } from "../refusals/refusal.ts"
import type { Webhook } from "./Webhook.ts"

/** There is no such webhook. */
export const noWebhook = notFound("la suscripción")

const switchedOff = conflict(
  "suscripcion_desactivada",
  "La suscripción está desactivada: hay que reactivarla antes de enviarle nada.",
)

/** The webhook of a command; refuses an id that there is not. */
export const presentWebhook = (
  view: View,
  organizationId: OrganizationId,
  id: string,
): Either.Either<Webhook, NotFound> =>
  Either.fromNullable(view.get("webhook", organizationId, id), () => noWebhook)

/** The webhook of a command that sends it something; refuses also one that is switched off. */
export const activeWebhook = (
  view: View,
  organizationId: OrganizationId,
  id: string,
): Either.Either<Webhook, NotFound | Conflict> =>
  Either.filterOrLeft(presentWebhook(view, organizationId, id), ({ activo }) => activo, () => switchedOff)
