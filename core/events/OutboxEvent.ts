import type { Instant } from "../calendar/instant.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { EventName } from "./catalogue.ts"

/** An event as a command emits it. `datos` holds each resource under a key named after it (contract, section 6.2). */
export interface EventBody {
  readonly suceso: EventName
  readonly datos: Readonly<Record<string, unknown>>
}

/** An event in the outbox, where the commit that caused it put it. `datos` stays what it was then. */
export interface OutboxEvent extends Omit<EventBody, "suceso"> {
  /** One of the catalogue, or one that a later version adds: during an upgrade both versions work on the same database. */
  readonly suceso: string
  readonly organizationId: OrganizationId
  readonly id: string
  /** Place in the company's order of changes. */
  readonly sequence: number
  readonly creado: Instant
}
