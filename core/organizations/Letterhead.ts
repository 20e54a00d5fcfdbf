import type { Instant } from "../calendar/instant.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { LogoPicture } from "./logoPicture.ts"

/** A logo as it was given. It never changes: another file is another logo. */
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
 * The logos that a company's documents have had, in the order in which they were set, each with the instant from which it
 * holds; null for none. So that what was issued keeps being printed as it was issued.
 */
export interface Letterhead {
  readonly organizationId: OrganizationId
  /** Equal to `organizationId`: there is one for each company. */
  readonly id: OrganizationId
  readonly logos: ReadonlyArray<{ readonly desde: Instant; readonly logo: LogoFacts | null }>
}

/** The row of a company's letterhead. */
export const letterheadKey = (organizationId: OrganizationId) => key("letterhead", organizationId, organizationId)

/** The logo of what was issued at an instant; of a draft (null), today's. */
export const logoAsOf = (letterhead: Letterhead | undefined, issued: Instant | null): LogoFacts | null =>
  letterhead?.logos.findLast(({ desde }) => issued === null || desde <= issued)?.logo ?? null
