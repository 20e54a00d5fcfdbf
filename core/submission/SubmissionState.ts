import type { Instant } from "../calendar/instant.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"

/** How far the sending of a company's records to the tax authority has come, in the order in which they were made. */
export interface SubmissionState {
  readonly organizationId: OrganizationId
  /** Equal to `organizationId`. */
  readonly id: string
  /** `orden` up to which every record has been answered; 0 before the first. Some later ones may have been answered too. */
  readonly answeredThrough: number
  /** `orden` of the last record that was ever sent, answered or not: the tax authority cannot know of later ones. */
  readonly sentThrough: number
  /** When a message was last sent; null before the first. */
  readonly lastSent: Instant | null
  /** When the next message may leave, unless a full one is waiting (Orden HAC/1177/2024 art. 16.2); null for at once. */
  readonly notBefore: Instant | null
  /** How many messages in a row have not been answered. */
  readonly failures: number
  /** Since when messages have failed; null while all is well. Records are meanwhile sent as late ones (Incidencia). */
  readonly failingSince: Instant | null
  /** Why they have failed, in Spanish; null while all is well. */
  readonly problem: string | null
  /** One of this many first waiting records makes AEAT refuse whole messages (refusedMessage.ts); null when none is known to. */
  readonly suspects: number | null
  /** How many records in a row have been refused alone for their form, with no message accepted in between. */
  readonly refusedAlone: number
  /**
   * `watching`: what the tax authority holds is compared with the registry from time to time. `ahead`: it holds records of
   * this installation that are not here, and nothing is sent. `regardless`: somebody has decided to send all the same, and
   * nothing is compared any more.
   */
  readonly vigilance: "watching" | "ahead" | "regardless"
  /** `caduca` of the last certificate whose end was announced; null before the first. */
  readonly announced: Instant | null
}

/** The state before a company's first message. */
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
