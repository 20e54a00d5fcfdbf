import type { Instant } from "../calendar/instant.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"

/** How far a company's records have come on their way to the tax authority, in the order of their generation. */
export interface SubmissionState {
  readonly organizationId: OrganizationId
  /** Equal to `organizationId`. */
  readonly id: string
  /** `orden` up to which every record was answered; 0 before the first. Some beyond it may have been. */
  readonly answeredThrough: number
  /** `orden` of the last record that ever left, answered or not: beyond it nothing can be known there. */
  readonly sentThrough: number
  /** When a message last left; null before the first. */
  readonly lastSent: Instant | null
  /** No message before then, unless a full one waits (Orden HAC/1177/2024 art. 16.2); null: at once. */
  readonly notBefore: Instant | null
  /** Messages in a row that were not answered. */
  readonly failures: number
  /** Since when nothing has been answered; null while all is well. Records then go out as late ones (Incidencia). */
  readonly failingSince: Instant | null
  /** Why, in Spanish; null while all is well. */
  readonly problem: string | null
  /** The first so many of the records that wait hold one for which a whole message is refused; null for none known. */
  readonly suspects: number | null
  /** Records that were refused alone for their form, in a row: no message was taken in between. */
  readonly refusedAlone: number
  /**
   * `ahead`: the tax authority holds records of this installation that are not here, and nothing is sent. `regardless`:
   * somebody wants all sent nevertheless, and what it holds is looked at no more.
   */
  readonly vigilance: "watching" | "ahead" | "regardless"
  /** `caduca` of the certificate whose end was announced last; null before. */
  readonly announced: Instant | null
}

/** Before a company's first message. */
export const firstSubmission = (organizationId: OrganizationId): SubmissionState => ({
  organizationId,
  id: organizationId,
  answeredThrough: 0,
  sentThrough: 0,
  lastSent: null,
  notBefore: null,
  failures: 0,
  failingSince: null,
  problem: null,
  suspects: null,
  refusedAlone: 0,
  vigilance: "watching",
  announced: null,
})
