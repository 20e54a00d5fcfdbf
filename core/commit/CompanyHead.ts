import { type Instant, instant } from "../calendar/instant.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"

/**
 * The head row of a company. Every commit locks it first, so all writes of one company are serial,
 * also across processes; whatever a commit then reads of the company cannot change under it.
 */
export interface CompanyHead {
  readonly organizationId: OrganizationId
  /** Equal to `organizationId`. */
  readonly id: string
  /** Last place given in the company's order of creations and changes; lists and cursors follow it. */
  readonly sequence: number
  /** Latest instant given to a write: times never go back within a company, whatever the clock does. */
  readonly instant: Instant
}

/** The head of a company that has not written anything yet. */
export const firstHead = (organizationId: OrganizationId): CompanyHead => ({
  organizationId,
  id: organizationId,
  sequence: 0,
  instant: instant(0),
})
