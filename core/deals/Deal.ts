import { Schema } from "effect"
import { type Instant, isoInstant } from "../calendar/instant.ts"
import { amount, nullableText, optional, text } from "../fields/fieldSchemas.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { type Cents, centsToNumber } from "../money/cents.ts"
import { DealState } from "./dealState.ts"

/** A sale that may come about: an "oportunidad" (decisions, section 2). */
export interface Deal {
  readonly organizationId: OrganizationId
  readonly id: string
  readonly titulo: string
  /** Stays what it is when that contact is deleted. */
  readonly contacto_id: string | null
  /** What it is expected to bring. */
  readonly importe: Cents
  /** Its stage in the pipeline, in the company's own words. */
  readonly etapa: string
  readonly estado: DealState
  /** Why it was lost; null in any other state. */
  readonly motivo: string | null
  readonly creado: Instant
  readonly createdSequence: number
  readonly modifiedSequence: number
}

const titulo = text({ min: 1, max: 200 })

const omissible = {
  contacto_id: optional(text({ max: 64 })),
  importe: optional(amount({ min: 0 })),
  etapa: optional(text({ min: 1, max: 60 })),
  estado: Schema.optionalWith(DealState, { exact: true }),
  motivo: optional(text({ max: 500 })),
}

/** What a new deal is made of (decisions, section 2). It may be won or lost from the start. */
export const DealInput = Schema.Struct({ titulo, ...omissible }).annotations({ identifier: "OportunidadNueva" })
export type DealInput = typeof DealInput.Type

/** Changes to a deal; null resets a property to null or to its default. `titulo` and `estado` have neither and refuse null. */
export const DealPatch = Schema.Struct({
  titulo: Schema.optionalWith(titulo, { exact: true }),
  ...omissible,
}).annotations({ identifier: "OportunidadCambios" })
export type DealPatch = typeof DealPatch.Type

/** The deal as it is shown (decisions, section 2); every key always present, its amount in units of money, not cents. */
export const DealResource = Schema.Struct({
  id: Schema.String,
  titulo: Schema.String,
  contacto_id: nullableText,
  importe: Schema.Number,
  etapa: Schema.String,
  estado: DealState,
  motivo: nullableText,
  creado: Schema.String,
}).annotations({ identifier: "Oportunidad" })
export type DealResource = typeof DealResource.Type

/** The deal as it is shown. */
export const dealResource = (deal: Deal): DealResource => ({
  id: deal.id,
  titulo: deal.titulo,
  contacto_id: deal.contacto_id,
  importe: centsToNumber(deal.importe),
  etapa: deal.etapa,
  estado: deal.estado,
  motivo: deal.motivo,
  creado: isoInstant(deal.creado),
})
