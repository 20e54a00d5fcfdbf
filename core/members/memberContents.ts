import { civilDateAt } from "../calendar/civilZone.ts"
import type { Instant } from "../calendar/instant.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import { givenDay } from "../fields/givenDay.ts"
import { normalisedOrNull } from "../fields/identifierFields.ts"
import { normaliseNif } from "../identifiers/nif.ts"
import { zeroCents } from "../money/cents.ts"
import type { Organization } from "../organizations/Organization.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import { zoneOfRegion } from "../tax/regions.ts"
import type { Member, MemberInput } from "./Member.ts"

/** The properties of a member that come from a body, all but the number. */
type MemberContents = Pick<Member, "nombre" | "nif" | "email" | "cuota" | "periodicidad" | "alta" | "baja">

/**
 * The contents of a member. The defaults are no fee, paid yearly, and an `alta` on the day of creation in the company's
 * zone. Adds to `issues` a text that is no date, and a `baja` before `alta`: on whichever of the two was sent.
 */
export const memberContents = (
  input: Omit<MemberInput, "numero">,
  { creado, organization, sent = input }: {
    readonly organization: Organization
    readonly creado: Instant
    /** The part of the input that was sent with a patch; by default all of it. */
    readonly sent?: Partial<Pick<MemberInput, "alta" | "baja">>
  },
  issues: Array<FieldIssue>,
): MemberContents => {
  const zone = zoneOfRegion(organization.region_fiscal)
  const alta = givenDay("alta", input.alta, zone, issues) ?? civilDateAt(zone, creado)
  const baja = givenDay("baja", input.baja, zone, issues)
  if (baja !== null && baja < alta) {
    issues.push(sent.baja === undefined
      ? { campo: "alta", motivo: "no puede ser posterior a baja" }
      : { campo: "baja", motivo: "no puede ser anterior a alta" })
  }
  return {
    nombre: input.nombre,
    nif: normalisedOrNull(input.nif, normaliseNif),
    email: orNull(input.email),
    cuota: input.cuota ?? zeroCents,
    periodicidad: input.periodicidad ?? "yearly",
    alta,
    baja,
  }
}
