import { Effect } from "effect"
import type { Command } from "../commit/Command.ts"
import { waitingDeliveries } from "../deliveries/readDeliveries.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Entropy } from "../ports/Entropy.ts"
import type { SecretBox } from "../ports/SecretBox.ts"
import type { Storage, StorageUnavailable } from "../ports/Storage.ts"
import { createWebhook, type SealedWebhook } from "./createWebhook.ts"
import { deleteWebhook } from "./deleteWebhook.ts"
import { freshSealedSecret } from "./freshSecret.ts"
import { rotateWebhookSecret } from "./rotateWebhookSecret.ts"
import { updateWebhook } from "./updateWebhook.ts"
import type { WebhookInput, WebhookPatch } from "./webhookInput.ts"
import type { WebhookResource } from "./webhookResource.ts"

// Commands on webhooks that need something before they can be made: a new secret, or the deliveries that wait.

/** Creates a webhook with a new secret. */
export const prepareCreation = (
  organizationId: OrganizationId,
  input: WebhookInput,
): Effect.Effect<Command<SealedWebhook>, never, Entropy | SecretBox> =>
  Effect.map(freshSealedSecret, (secret) => createWebhook(organizationId, input, secret))

/** Changes a webhook; switching it off abandons its waiting deliveries. */
export const prepareUpdate = (
  organizationId: OrganizationId,
  id: string,
  patch: WebhookPatch,
): Effect.Effect<Command<WebhookResource>, StorageUnavailable, Storage> =>
  Effect.map(
    patch.activo === false ? waitingDeliveries(organizationId, id) : Effect.succeed([]),
    (waiting) => updateWebhook(organizationId, id, patch, waiting),
  )

/** Removes a webhook and abandons its waiting deliveries. */
export const prepareRemoval = (
  organizationId: OrganizationId,
  id: string,
): Effect.Effect<Command<void>, StorageUnavailable, Storage> =>
  Effect.map(waitingDeliveries(organizationId, id), (waiting) => deleteWebhook(organizationId, id, waiting))

/** Replaces a webhook's secret by a new one. */
export const prepareRotation = (
  organizationId: OrganizationId,
  id: string,
): Effect.Effect<Command<SealedWebhook>, never, Entropy | SecretBox> =>
  Effect.map(freshSealedSecret, (secret) => rotateWebhookSecret(organizationId, id, secret))
