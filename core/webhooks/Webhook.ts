import { Schema } from "effect"
import type { Instant } from "../calendar/instant.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { WebhookHealth } from "./webhookHealth.ts"

/** How a receiver recognises us (contract, section 2.7): by the signature, or also by the secret in clear. */
export const NoticeMode = Schema.Literal("firma", "token")
export type NoticeMode = typeof NoticeMode.Type

/** A webhook (contract, section 2.7). Secrets are kept sealed: see core/ports/SecretBox.ts. */
export interface Webhook extends WebhookHealth {
  readonly organizationId: OrganizationId
  readonly id: string
  readonly url: string
  /** Event names, or a single `*`: asked for now. */
  readonly sucesos: ReadonlyArray<string>
  readonly descripcion: string | null
  readonly modo_aviso: NoticeMode
  readonly sealedSecret: string
  /** The secret before the last rotation, while it still signs. */
  readonly previousSecret: { readonly sealed: string; readonly until: Instant } | null
  readonly creado: Instant
  readonly createdSequence: number
  readonly modifiedSequence: number
  /** Places at which it was last switched on, as it is when it is made, and off; 0 where it was not yet. */
  readonly onSequence: number
  readonly offSequence: number
  /** What it asked for before, oldest first, and the place of the change until which it did: of its last changes. */
  readonly formerSucesos: ReadonlyArray<{ readonly sucesos: ReadonlyArray<string>; readonly until: number }>
}

/** How many webhooks a company has: it may have 20 (decisions, section 1). */
export interface WebhookCount {
  readonly organizationId: OrganizationId
  /** Equal to `organizationId`. */
  readonly id: string
  readonly count: number
}
