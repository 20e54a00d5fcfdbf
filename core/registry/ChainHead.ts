import type { CivilDate } from "../calendar/civilDate.ts"
import type { Instant } from "../calendar/instant.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"

/** The last record of a company's chain, to which the next one will link (AEAT, Encadenamiento). */
export interface ChainHead {
  readonly organizationId: OrganizationId
  /** Equal to `organizationId`: one chain per company. */
  readonly id: string
  /** Place of the last record, from 1. */
  readonly orden: number
  readonly huella: string
  readonly seal: string
  readonly nif: string
  readonly numserie: string
  readonly fecha: CivilDate
  /** When it was made. The next record is never dated earlier. */
  readonly generado: Instant
}
