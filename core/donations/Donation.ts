import { Schema } from "effect"
import type { CivilDate } from "../calendar/civilDate.ts"
import { type Instant, isoInstant } from "../calendar/instant.ts"
import {
  amount,
  besideItsParts,
  dateOrDateTime,
  nullableText,
  optional,
  orNull,
  shownDay,
  text,
} from "../fields/fieldSchemas.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { PaymentForm } from "../invoices/Invoice.ts"
import { type Cents, centsToNumber } from "../money/cents.ts"
import type { FieldIssue } from "../refusals/refusal.ts"

/** A donation received (decisions, section 2), in euro cents. */
export interface Donation {
  readonly organizationId: OrganizationId
  readonly id: string
  readonly importe: Cents
  readonly fecha: CivilDate
  readonly forma_pago: PaymentForm | null
  /** The member who gave it. At most one of `socio_id` and `contacto_id` is set, and stays when that row is deleted. */
  readonly socio_id: string | null
  /** The contact who gave it. */
  readonly contacto_id: string | null
  /** Whether the donor wishes not to be named in public, even if named here. */
  readonly anonimo: boolean
  readonly creado: Instant
  readonly createdSequence: number
  readonly modifiedSequence: number
}

const omissible = {
  fecha: optional(dateOrDateTime),
  forma_pago: optional(PaymentForm),
  socio_id: optional(text({ max: 64 })),
  contacto_id: optional(text({ max: 64 })),
  anonimo: optional(Schema.Boolean),
}

const positive = { min: 0.01 }

/** The donor in a body, as it was sent. */
interface SentDonors {
  readonly socio_id?: string | null | undefined
  readonly contacto_id?: string | null | undefined
}

/** What is wrong where both donors are named: a donation has one at most. */
export const donorIssues = ({ contacto_id, socio_id }: SentDonors): ReadonlyArray<FieldIssue> =>
  orNull(socio_id) === null || orNull(contacto_id) === null
    ? []
    : [{ campo: "contacto_id", motivo: "un donativo es de un socio o de un contacto, no de ambos" }]

const oneDonor = (sent: SentDonors): ReadonlyArray<Schema.FilterIssue> =>
  donorIssues(sent).map(({ campo, motivo }) => ({ path: [campo], message: motivo }))

/** What a new donation is made of (decisions, section 2); only `importe` is required, and it names one donor at most. */
export const DonationInput = Schema.Struct({ importe: amount(positive), ...omissible })
  .pipe(Schema.filter(oneDonor, besideItsParts))
  .annotations({ identifier: "DonativoNuevo" })
export type DonationInput = typeof DonationInput.Type

/** Changes to a donation; null resets a property to null or to its default. `importe` has neither and refuses null. */
export const DonationPatch = Schema.Struct({ importe: Schema.optionalWith(amount(positive), { exact: true }), ...omissible })
  .pipe(Schema.filter(oneDonor, besideItsParts))
  .annotations({ identifier: "DonativoCambios" })
export type DonationPatch = typeof DonationPatch.Type

/** The donation as it is shown (decisions, section 2); every key always present, `importe` in euros. */
export const DonationResource = Schema.Struct({
  id: Schema.String,
  importe: Schema.Number,
  fecha: shownDay,
  forma_pago: Schema.NullOr(PaymentForm),
  socio_id: nullableText,
  contacto_id: nullableText,
  anonimo: Schema.Boolean,
  creado: Schema.String,
}).annotations({ identifier: "Donativo" })
export type DonationResource = typeof DonationResource.Type

/** The donation as it is shown. */
export const donationResource = (donation: Donation): DonationResource => ({
  id: donation.id,
  importe: centsToNumber(donation.importe),
  fecha: donation.fecha,
  forma_pago: donation.forma_pago,
  socio_id: donation.socio_id,
  contacto_id: donation.contacto_id,
  anonimo: donation.anonimo,
  creado: isoInstant(donation.creado),
})
