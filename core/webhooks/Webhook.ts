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
  /** The events that it asks for now: their names, or a single `*`. */
  readonly sucesos: ReadonlyArray<string>
  readonly descripcion: string | null
  readonly modo_aviso: NoticeMode
  readonly sealedSecret: string
  /** The secret before the last rotation, while it still signs. */
  readonly previousSecret: { readonly sealed: string; readonly until: Instant } | null
  readonly creado: Instant
  readonly createdSequence: number
  readonly modifiedSequence: number
  /** The places in the company's order at which it was last switched on (its creation counts) and off; 0 if it never was. */
  readonly onSequence: number
  readonly offSequence: number
  /** What it asked for before its latest changes, oldest first, each with the place of the change that ended it. */
  readonly formerSucesos: ReadonlyArray<{ readonly sucesos: ReadonlyArray<string>; readonly until: number }>
}

/** How many webhooks a company has: it may have 20 (decisions, section 1). */
export interface WebhookCount {
  readonly organizationId: OrganizationId
  /** Equal to `organizationId`. */
  readonly id: string
  readonly count: number
}
