import type { Instant } from "../calendar/instant.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { LogoPicture } from "./logoPicture.ts"

/** A logo with its file. It never changes: another file makes another logo. */
export interface Logo extends LogoPicture {
  readonly organizationId: OrganizationId
  /** SHA-256 of the file, lower-case hex. */
  readonly id: string
  readonly contenido: Uint8Array
  readonly creado: Instant
}

/** A logo without its file. */
export type LogoFacts = Pick<Logo, "id" | "tipo" | "ancho" | "alto">

/**
 * The logos that a company has had, in the order in which they were set, each with the instant from which it counts (`logo` is
 * null for the times without one). They are kept so that an issued document is always printed with the logo of its issue.
 */
export interface Letterhead {
  readonly organizationId: OrganizationId
  /** Equal to `organizationId`: there is one for each company. */
  readonly id: OrganizationId
  readonly logos: ReadonlyArray<{ readonly desde: Instant; readonly logo: LogoFacts | null }>
}

/** The row of a company's letterhead. */
export const letterheadKey = (organizationId: OrganizationId) => key("letterhead", organizationId, organizationId)

/** The logo of a document that was issued at this instant; the latest one for a draft (null). */
export const logoAsOf = (letterhead: Letterhead | undefined, issued: Instant | null): LogoFacts | null =>
  letterhead?.logos.findLast(({ desde }) => issued === null || desde <= issued)?.logo ?? null
