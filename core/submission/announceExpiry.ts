import { Either } from "effect"
import { activityEntry } from "../activity/ActivityEntry.ts"
import { spanishDate } from "../calendar/civilDate.ts"
import { dayMillis, type Instant, instant } from "../calendar/instant.ts"
import type { StoredCertificate } from "../certificates/StoredCertificate.ts"
import { type Command, unchanged } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { organizationKey } from "../organizations/presentOrganization.ts"
import { civilDateIn } from "../tax/regions.ts"
import { submissionIn } from "./changeSubmission.ts"

const announcedAheadMillis = 30 * dayMillis

/** When to announce that a certificate expires soon: 30 days before it does. */
export const announcementOf = ({ caduca }: Pick<StoredCertificate, "caduca">): Instant => instant(caduca - announcedAheadMillis)

/** Writes to the activity log, once for each certificate, that the company's certificate expires soon. */
export const announceExpiry = (organizationId: OrganizationId): Command<void> => ({
  organizationId,
  reads: () => [
    organizationKey(organizationId),
    key("submissionState", organizationId, organizationId),
    key("certificate", organizationId, organizationId),
  ],
  decide: (view, supply) => {
    const state = submissionIn(view, organizationId)
    const certificate = view.get("certificate", organizationId, organizationId)
    const organization = view.get("organization", organizationId, organizationId)
    const isDue = organization !== undefined && certificate !== undefined && state.announced !== certificate.caduca
      && announcementOf(certificate) <= supply.clock
    if (!isDue) return Either.right(unchanged(undefined))
    const { caduca, titular } = certificate
    const day = spanishDate(civilDateIn(organization.region_fiscal, caduca))
    const entry = activityEntry(supply, {
      organizationId,
      tipo: "certificate_expires",
      mensaje: `El certificado de ${titular} caduca el ${day}. Instale otro antes: sin él los registros no llegan a la `
        + "AEAT.",
      recurso: "organizacion",
      recurso_id: organizationId,
    })
    const row = { ...state, announced: caduca }
    return Either.right({ result: undefined, rows: [{ table: "submissionState", row }, entry], events: [] })
  },
})
