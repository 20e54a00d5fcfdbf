import { Schema } from "effect"
import { type Instant, isoInstant } from "../calendar/instant.ts"
import { text } from "../fields/fieldSchemas.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"

/** `estado` of a store (decisions, section 2). A paused store takes no new orders. */
export const StoreState = Schema.Literal("active", "paused")
export type StoreState = typeof StoreState.Type

/** A connected online store, whose orders become invoices (decisions, section 2). */
export interface Store {
  readonly organizationId: OrganizationId
  readonly id: string
  readonly nombre: string
  /** The platform that it runs on, in the company's own words. */
  readonly plataforma: string
  readonly estado: StoreState
  readonly creado: Instant
  readonly createdSequence: number
  readonly modifiedSequence: number
}

const nombre = text({ min: 1, max: 120 })
const plataforma = text({ min: 1, max: 60 })

const omissible = { estado: Schema.optionalWith(StoreState, { exact: true }) }

/** The body that connects a store (decisions, section 2). It is active by default. */
export const StoreInput = Schema.Struct({ nombre, plataforma, ...omissible }).annotations({ identifier: "TiendaNueva" })
export type StoreInput = typeof StoreInput.Type

/** The body that changes a store. No property has a default, so none can be null. */
export const StorePatch = Schema.Struct({
  nombre: Schema.optionalWith(nombre, { exact: true }),
  plataforma: Schema.optionalWith(plataforma, { exact: true }),
  ...omissible,
}).annotations({ identifier: "TiendaCambios" })
export type StorePatch = typeof StorePatch.Type

/** The store as it is shown (decisions, section 2); every key always present. */
export const StoreResource = Schema.Struct({
  id: Schema.String,
  nombre: Schema.String,
  plataforma: Schema.String,
  estado: StoreState,
  creado: Schema.String,
}).annotations({ identifier: "Tienda" })
export type StoreResource = typeof StoreResource.Type

/** Writes the store as it is shown. */
export const storeResource = (store: Store): StoreResource => ({
  id: store.id,
  nombre: store.nombre,
  plataforma: store.plataforma,
  estado: store.estado,
  creado: isoInstant(store.creado),
})
