import { civilDateAt } from "../calendar/civilZone.ts"
import type { Instant } from "../calendar/instant.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import { givenDay } from "../fields/givenDay.ts"
import type { Organization } from "../organizations/Organization.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import { zoneOfRegion } from "../tax/regions.ts"
import type { Donation, DonationInput } from "./Donation.ts"

/** What the input says of a donation. */
type DonationContents = Omit<Donation, "organizationId" | "id" | "creado" | "createdSequence" | "modifiedSequence">

/**
 * The contents of a donation; what the input omits is null or the default: not anonymous, on the day of its creation in the
 * company's zone. Adds to `issues` where `fecha` is no date.
 */
export const donationContents = (
  { anonimo, contacto_id, fecha, forma_pago, importe, socio_id }: DonationInput,
  { region_fiscal }: Organization,
  creado: Instant,
  issues: Array<FieldIssue>,
): DonationContents => {
  const zone = zoneOfRegion(region_fiscal)
  return {
    importe,
    fecha: givenDay("fecha", fecha, zone, issues) ?? civilDateAt(zone, creado),
    forma_pago: forma_pago ?? null,
    socio_id: orNull(socio_id),
    contacto_id: orNull(contacto_id),
    anonimo: anonimo ?? false,
  }
}
