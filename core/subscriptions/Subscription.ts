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

/** What becomes an invoice each period (decisions, section 2). */
export interface Subscription {
  readonly organizationId: OrganizationId
  readonly id: string
  readonly contacto_id: string
  readonly nombre: string
  readonly periodicidad: Periodicity
  /** The first day of the first period. */
  readonly inicio: CivilDate
  /** No period begins after it. */
  readonly fin: CivilDate | null
  /** Null: the default one of its invoices. */
  readonly serie: string | null
  readonly lineas: ReadonlyArray<SubscriptionLine>
  readonly precios_con_iva: boolean
  /** Whether its invoices are issued, or stay drafts. */
  readonly emitir: boolean
  readonly estado: SubscriptionState
  /** Of the key that made it: its invoices are issued as under that one. */
  readonly modo: KeyMode
  /** Periods since `inicio` that are over with: invoiced, or passed over by a pause that was asked for. */
  readonly periodos: number
  /** Whether any period has become an invoice. */
  readonly facturada: boolean
  /** Whether a worker paused it, as a period could not be invoiced: that one and those after it are still to be. */
  readonly detenida: boolean
  /** The invoice of the last period, while it is still to be issued. */
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

/** What a new subscription is made of (decisions, section 2); it is active unless told. */
export const SubscriptionInput = Schema.Struct({ ...required, ...omissible }).annotations({ identifier: "SuscripcionNueva" })
export type SubscriptionInput = typeof SubscriptionInput.Type

/** What changes of a subscription; null resets what has a default. */
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
