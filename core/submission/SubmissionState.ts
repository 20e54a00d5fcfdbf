import type { Instant } from "../calendar/instant.ts"
import type { OrganizationId } from "../organizations/Organization.ts"

/** How far a company's records have come on their way to the tax authority. They go in the order of their generation. */
export interface SubmissionState {
  readonly organizationId: OrganizationId
  /** Equal to `organizationId`. */
  readonly id: string
  /** `orden` of the last record that was answered; 0 before the first. */
  readonly answeredThrough: number
  /** `orden` of the last record that ever left, answered or not: beyond it nothing can be known there. */
  readonly sentThrough: number
  /** No message before then, unless a full one waits (Orden HAC/1177/2024 art. 16.2); null: at once. */
  readonly notBefore: Instant | null
  /** Messages in a row that were not answered. */
  readonly failures: number
  /** Since when nothing has been answered; null while all is well. Records then go out as late ones (Incidencia). */
  readonly failingSince: Instant | null
  /** Why, in Spanish; null while all is well. */
  readonly problem: string | null
}

/** Before a company's first message. */
export const firstSubmission = (organizationId: OrganizationId): SubmissionState => ({
  organizationId,
  id: organizationId,
  answeredThrough: 0,
  sentThrough: 0,
  notBefore: null,
  failures: 0,
  failingSince: null,
  problem: null,
})
