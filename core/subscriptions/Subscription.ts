import { Schema } from "effect"
import type { KeyMode } from "../access/keyText.ts"
import type { CivilDate } from "../calendar/civilDate.ts"
import { type Instant, isoInstant } from "../calendar/instant.ts"
import { Periodicity } from "../calendar/periodicity.ts"
import { LineInput, SeriesInput } from "../drafts/invoiceInput.ts"
import { dateOrDateTime, list, nullableText, optional, shownDay, text } from "../fields/fieldSchemas.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { invoiceLinesMax } from "../invoices/roomForLines.ts"
import { nextPeriod } from "./periods.ts"
import { type SubscriptionLine, SubscriptionLineResource, subscriptionLineResource } from "./SubscriptionLine.ts"
import { SubscriptionState } from "./subscriptionState.ts"

/** A subscription: lines that are invoiced to a contact each period (decisions, section 2). */
export interface Subscription {
  readonly organizationId: OrganizationId
  readonly id: string
  readonly contacto_id: string
  readonly nombre: string
  readonly periodicidad: Periodicity
  /** The first day of the first period. */
  readonly inicio: CivilDate
  /** The last day on which a period may begin; null for no end. */
  readonly fin: CivilDate | null
  /** The series of its invoices; null for the default one. */
  readonly serie: string | null
  readonly lineas: ReadonlyArray<SubscriptionLine>
  readonly precios_con_iva: boolean
  /** Whether its invoices are issued; otherwise they stay drafts. */
  readonly emitir: boolean
  readonly estado: SubscriptionState
  /** The mode of the key that created it; its invoices are issued in that mode. */
  readonly modo: KeyMode
  /** How many periods since `inicio` are done with: invoiced, or skipped by a pause that somebody asked for. */
  readonly periodos: number
  /** Whether any period has become an invoice. */
  readonly facturada: boolean
  /** Whether a worker paused it because a period could not be invoiced. That period and later ones are not skipped. */
  readonly detenida: boolean
  /** The draft of the last period's invoice, while it has yet to be issued. */
  readonly por_emitir: string | null
  readonly creado: Instant
  readonly createdSequence: number
  readonly modifiedSequence: number
}

const omissible = {
  inicio: optional(dateOrDateTime),
  fin: optional(dateOrDateTime),
  serie: SeriesInput,
  precios_con_iva: optional(Schema.Boolean),
  emitir: optional(Schema.Boolean),
  estado: Schema.optionalWith(SubscriptionState, { exact: true }),
}

const required = {
  contacto_id: text({ min: 1, max: 64 }),
  nombre: text({ min: 1, max: 120 }),
  periodicidad: Periodicity,
  lineas: list(LineInput, invoiceLinesMax, 1),
}

/** The body that creates a subscription (decisions, section 2). It is active by default. */
export const SubscriptionInput = Schema.Struct({ ...required, ...omissible }).annotations({ identifier: "SuscripcionNueva" })
export type SubscriptionInput = typeof SubscriptionInput.Type

/** The body that changes a subscription; null resets a property to its default. */
export const SubscriptionPatch = Schema.Struct({
  contacto_id: Schema.optionalWith(required.contacto_id, { exact: true }),
  nombre: Schema.optionalWith(required.nombre, { exact: true }),
  periodicidad: Schema.optionalWith(required.periodicidad, { exact: true }),
  lineas: Schema.optionalWith(required.lineas, { exact: true }),
  ...omissible,
}).annotations({ identifier: "SuscripcionCambios" })
export type SubscriptionPatch = typeof SubscriptionPatch.Type

/** The subscription as it is shown (decisions, section 2); every key always present. */
export const SubscriptionResource = Schema.Struct({
  id: Schema.String,
  contacto_id: Schema.String,
  nombre: Schema.String,
  periodicidad: Periodicity,
  inicio: shownDay,
  fin: Schema.NullOr(shownDay),
  serie: nullableText,
  lineas: Schema.Array(SubscriptionLineResource),
  precios_con_iva: Schema.Boolean,
  emitir: Schema.Boolean,
  estado: SubscriptionState,
  proxima: Schema.NullOr(shownDay),
  creado: Schema.String,
}).annotations({ identifier: "Suscripcion" })
export type SubscriptionResource = typeof SubscriptionResource.Type

/** Writes the subscription as it is shown. */
export const subscriptionResource = (subscription: Subscription): SubscriptionResource => ({
  id: subscription.id,
  contacto_id: subscription.contacto_id,
  nombre: subscription.nombre,
  periodicidad: subscription.periodicidad,
  inicio: subscription.inicio,
  fin: subscription.fin,
  serie: subscription.serie,
  lineas: subscription.lineas.map(subscriptionLineResource),
  precios_con_iva: subscription.precios_con_iva,
  emitir: subscription.emitir,
  estado: subscription.estado,
  proxima: nextPeriod(subscription),
  creado: isoInstant(subscription.creado),
})
