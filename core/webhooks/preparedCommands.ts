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

// Commands on webhooks that want something before they can be decided: a secret, or what they are about.

/** Creates a webhook, under a new secret. */
export const prepareCreation = (
  organizationId: OrganizationId,
  input: WebhookInput,
): Effect.Effect<Command<SealedWebhook>, never, Entropy | SecretBox> =>
  Effect.map(freshSealedSecret, (secret) => createWebhook(organizationId, input, secret))

/** Changes a webhook; switching it off abandons what waits. */
export const prepareUpdate = (
  organizationId: OrganizationId,
  id: string,
  patch: WebhookPatch,
): Effect.Effect<Command<WebhookResource>, StorageUnavailable, Storage> =>
  Effect.map(
    patch.activo === false ? waitingDeliveries(organizationId, id) : Effect.succeed([]),
    (waiting) => updateWebhook(organizationId, id, patch, waiting),
  )

/** Removes a webhook and abandons what waits. */
export const prepareRemoval = (
  organizationId: OrganizationId,
  id: string,
): Effect.Effect<Command<void>, StorageUnavailable, Storage> =>
  Effect.map(waitingDeliveries(organizationId, id), (waiting) => deleteWebhook(organizationId, id, waiting))

/** Puts a new secret in the place of the present one. */
export const prepareRotation = (
  organizationId: OrganizationId,
  id: string,
): Effect.Effect<Command<SealedWebhook>, never, Entropy | SecretBox> =>
  Effect.map(freshSealedSecret, (secret) => rotateWebhookSecret(organizationId, id, secret))
