import type { Instant } from "../calendar/instant.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { EventName } from "./catalogue.ts"

/** An event as a command reports it. `datos` holds each resource under its own name (contract, section 6.2). */
export interface EventBody {
  readonly suceso: EventName
  readonly datos: Readonly<Record<string, unknown>>
}

/** An event in the outbox: written by the commit that caused it, its payload frozen as of then. */
export interface OutboxEvent extends Omit<EventBody, "suceso"> {
  /** One of the catalogue, or one that a later version tells of: processes are replaced one by one. */
  readonly suceso: string
  readonly organizationId: OrganizationId
  readonly id: string
  /** Place in the company's order of changes. */
  readonly sequence: number
  readonly creado: Instant
}
