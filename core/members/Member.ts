import { Schema } from "effect"
import type { CivilDate } from "../calendar/civilDate.ts"
import { type Instant, isoInstant } from "../calendar/instant.ts"
import { Periodicity } from "../calendar/periodicity.ts"
import {
  amount,
  dateOrDateTime,
  email,
  nameUpTo,
  nullableText,
  optional,
  shownDay,
  wholeNumber,
} from "../fields/fieldSchemas.ts"
import { nif } from "../fields/identifierFields.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { type Cents, centsToNumber } from "../money/cents.ts"

/** A member of an association (decisions, section 2). */
export interface Member {
  readonly organizationId: OrganizationId
  readonly id: string
  /** Unique among the company's members (`MemberNumber`). */
  readonly numero: number
  readonly nombre: string
  readonly nif: string | null
  readonly email: string | null
  /** The fee for each period, in cents. */
  readonly cuota: Cents
  readonly periodicidad: Periodicity
  readonly alta: CivilDate
  /** The day of leaving, which may lie in the future but not before `alta`; null for none. */
  readonly baja: CivilDate | null
  readonly creado: Instant
  readonly createdSequence: number
  readonly modifiedSequence: number
}

/** Says which member has a number. There is one such row for a number, so no two members can have the same. */
export interface MemberNumber {
  readonly organizationId: OrganizationId
  /** The number as text. */
  readonly id: string
  readonly socio_id: string
}

/** Remembers the greatest number that a company has ever given to a member. */
export interface MemberBook {
  readonly organizationId: OrganizationId
  /** Equal to `organizationId`. */
  readonly id: string
  readonly last: number
}

/** The greatest number that a member can have. */
export const maxMemberNumber = 999_999_999

const number = wholeNumber(1, maxMemberNumber)

const name = nameUpTo(120)

const omissible = {
  nif: optional(nif),
  email: optional(email),
  cuota: optional(amount({ min: 0 })),
  periodicidad: optional(Periodicity),
  alta: optional(dateOrDateTime),
  baja: optional(dateOrDateTime),
}

/** The body that creates a member (decisions, section 2); only `nombre` is required. */
export const MemberInput = Schema.Struct({ numero: optional(number), nombre: name, ...omissible })
  .annotations({ identifier: "SocioNuevo" })
export type MemberInput = typeof MemberInput.Type

/** The body that changes a member. Null resets a property to null or its default; `numero` and `nombre` take no null. */
export const MemberPatch = Schema.Struct({
  numero: Schema.optionalWith(number, { exact: true }),
  nombre: Schema.optionalWith(name, { exact: true }),
  ...omissible,
}).annotations({ identifier: "SocioCambios" })
export type MemberPatch = typeof MemberPatch.Type

/** The member as it is shown (decisions, section 2); every key always present, `cuota` in units. */
export const MemberResource = Schema.Struct({
  id: Schema.String,
  numero: Schema.Int,
  nombre: Schema.String,
  nif: nullableText,
  email: nullableText,
  cuota: Schema.Number,
  periodicidad: Periodicity,
  alta: shownDay,
  baja: Schema.NullOr(shownDay),
  creado: Schema.String,
}).annotations({ identifier: "Socio" })
export type MemberResource = typeof MemberResource.Type

/** Writes the member as it is shown. */
export const memberResource = (member: Member): MemberResource => ({
  id: member.id,
  numero: member.numero,
  nombre: member.nombre,
  nif: member.nif,
  email: member.email,
  cuota: centsToNumber(member.cuota),
  periodicidad: member.periodicidad,
  alta: member.alta,
  baja: member.baja,
  creado: isoInstant(member.creado),
})
