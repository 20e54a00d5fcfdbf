import { Either, Schema } from "effect"
import type { Command, View } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import { optional } from "../fields/fieldSchemas.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Invoice, RegistryLink } from "../invoices/Invoice.ts"
import { invoiceCommand } from "../invoices/invoiceCommand.ts"
import { draftRefusal, notInvoiceRefusal, registeredRefusal } from "../invoices/lifecycleRefusals.ts"
import { companyThen, regimesOf, taxedLike } from "../invoices/taxedCompany.ts"
import type { Organization } from "../organizations/Organization.ts"
import { conflict, type Conflict, invalidField, type Refusal } from "../refusals/refusal.ts"
import { chainHeadKey, chainRows, sendingJobs } from "../registry/chainRows.ts"
import { differingField } from "../registry/recordFields.ts"
import type { RecordingTerms } from "../registry/RecordingTerms.ts"
import { recordResource, type RecordResource } from "../registry/recordResource.ts"
import type { RegistryRecord } from "../registry/RegistryRecord.ts"
import { missedRecipient, type Remedy, remedyOf } from "../submission/verdictAdvice.ts"
import type { TaxedCompany } from "../tax/qualification.ts"
import { type Judged, newAlta, newAnulacion } from "./amendedRecords.ts"

/** The body of `subsanar`. `destinatario_no_censado`: the recipient is right although the census does not have them. */
export const AmendmentInput = Schema.Struct({
  destinatario_no_censado: optional(Schema.Boolean),
}).annotations({ identifier: "SubsanacionNueva" })
export type AmendmentInput = typeof AmendmentInput.Type

/**
 * Makes the registry record of an invoice again, as a further link of the chain (`subsanar`): its alta, from what was issued,
 * or its anulación where it is annulled. That is how faults are mended which only the record has:
 *
 * - The tax authority refused the last record, or accepted it with errors. Where the fault is the invoice's, this is refused
 *   and says to rectify or annul the invoice instead (AEAT, developer answers 17).
 * - The last record was accepted, but would state something else now, as after a wrong setting of the company was corrected
 *   (AEAT, validations 4.3.1).
 * - The last record was refused since the census does not have the recipient, who is right all the same
 *   (`destinatario_no_censado`; AEAT, validations 3.1.3.13).
 *
 * Also refuses a document without a record, one whose last record was not answered yet, one with nothing to mend, and a test
 * key.
 */
export const amendRecord = (
  organizationId: OrganizationId,
  id: string,
  { destinatario_no_censado }: AmendmentInput,
  terms: RecordingTerms,
): Command<RecordResource> =>
  invoiceCommand(organizationId, id, {
    reads: (_, invoice) => [chainHeadKey(organizationId), ...lastRecordKeys(invoice)],
    decide: ({ invoice, organization }, view, supply) =>
      Either.gen(function*() {
        const { registry } = invoice
        if (registry === null) return yield* Either.left(unregistered(invoice))
        if (terms.modo === "test") return yield* Either.left(liveOnly)
        const isNotInCensus = destinatario_no_censado ?? false
        const last = yield* lastRecord(view, organizationId, registry)
        yield* checkAmendable(last, isNotInCensus)
        const company = companyStated(invoice, organization)
        const amending = { invoice, isHeld: registry.held === true, last, company, organization, view, supply, terms }
        const made = yield* last.record.tipo === "alta"
          ? newAlta(amending, isNotInCensus)
          : Either.right(newAnulacion(amending))
        const { record } = made
        const saysTheSame = differingField(record.campos, last.record.campos) === undefined
        if (remedyOf(last.verdict) === "none" && saysTheSame) return yield* Either.left(nothingToAmend)
        const row: Invoice = { ...invoice, registry: linkTo(record, registry, company), modifiedSequence: supply.sequence() }
        return {
          result: recordResource(record, undefined, organization),
          rows: [{ table: "invoice", row }, ...chainRows(made)],
          events: [],
          jobs: sendingJobs(organization, supply),
        }
      }),
  })

/** The link of the invoice to its new record. Of an anulación only the id: the invoice keeps the huella of its alta. */
const linkTo = ({ generado, huella, id, qr }: RegistryRecord, link: RegistryLink, company: TaxedCompany): RegistryLink => {
  const waiting = { ...link, lastRecord: id, aeat: null }
  return qr === null ? waiting : { ...waiting, huella, registrada_en: generado, qr, regimes: regimesOf(company) }
}

/**
 * The company as the record is to state it: as it was at the issue. But where its regimes made no difference to what was
 * charged, those that it has now are stated, as the ones then may have been a wrong setting: the invoice charged no tax, does
 * not follow another invoice's taxes, and the company is still in the same territory.
 */
const companyStated = (invoice: Invoice, organization: Organization): TaxedCompany => {
  const then = companyThen(invoice, organization)
  const hasCharged = invoice.lineas.some(({ tipo_iva }) => tipo_iva > 0)
  const isThere = then.region_fiscal === organization.region_fiscal
  const isMended = isThere && !hasCharged && taxedLike(invoice) === undefined
  return isMended ? { ...then, ...regimesOf(organization) } : then
}

const lastRecordKeys = (invoice: Invoice | undefined) => {
  const last = invoice?.registry?.lastRecord
  if (invoice === undefined || last === undefined) return []
  return [key("registryRecord", invoice.organizationId, last), key("recordVerdict", invoice.organizationId, last)]
}

const unregistered = (invoice: Invoice): Refusal => {
  if (invoice.tipo_documento !== "invoice") return notInvoiceRefusal("Solo las facturas tienen registro.")
  return invoice.lifecycle === "draft"
    ? draftRefusal(invoice, "no tiene registro que subsanar")
    : conflict("factura_sin_registro", "La factura no tiene registro que subsanar.")
}

const liveOnly = registeredRefusal("Un registro solo se subsana con una clave real.")

const lastRecord = (
  view: View,
  organizationId: OrganizationId,
  { lastRecord }: RegistryLink,
): Either.Either<Judged, Conflict> => {
  const record = view.get("registryRecord", organizationId, lastRecord)
  const verdict = view.get("recordVerdict", organizationId, lastRecord)
  if (record === undefined) throw new Error("an invoice without its record")
  return verdict === undefined ? Either.left(pending) : Either.right({ record, verdict })
}

/** Refuses where another record would mend nothing. */
const checkAmendable = ({ record, verdict }: Judged, isNotInCensus: boolean): Either.Either<void, Refusal> => {
  if (isNotInCensus) {
    return record.tipo === "alta" && missedRecipient(verdict)
      ? Either.void
      : Either.left(invalidField("destinatario_no_censado", recipientNotMissed))
  }
  const refusal = (record.tipo === "alta" ? altaRefusals : anulacionRefusals)[remedyOf(verdict)]
  return refusal === undefined ? Either.void : Either.left(refusal)
}

const pending = conflict("registro_pendiente", "La AEAT todavía no ha contestado al último registro de la factura.")

const nothingToAmend = conflict(
  "nada_que_subsanar",
  "El último registro de la factura está aceptado y no hay nada que subsanar.",
)

const recipientNotMissed = "solo cuando la AEAT rechazó el alta porque el censo no tiene al destinatario"

const onlyWithAeat = conflict(
  "requiere_gestion",
  "El registro solo puede corregirse ante la AEAT: compruebe quién puede modificarlo.",
)

/** Why an alta is not made again, by what mends it. Whether one that was accepted would say something else is seen later. */
const altaRefusals: Readonly<Partial<Record<Remedy, Conflict>>> = {
  rectify: conflict(
    "requiere_rectificativa",
    "El error es de la factura, no de su registro: emita una factura rectificativa (POST /facturas/{id}/rectificar).",
  ),
  annul: conflict(
    "requiere_anulacion",
    "La AEAT ya tiene otra factura con ese número: anule esta (POST /facturas/{id}/anular) y emita una nueva.",
  ),
  settings: onlyWithAeat,
}

/** Why an anulación is not made again, by what mends it. No invoice rectifies one, so then it is made again. */
const anulacionRefusals: Readonly<Partial<Record<Remedy, Conflict>>> = {
  // Accepted, it says all that it can say.
  none: nothingToAmend,
  // Another one, without SinRegistroPrevio, would annul the other invoice.
  annul: conflict(
    "nada_que_subsanar",
    "La AEAT tiene otra factura con ese número, y esta ya está anulada: no hay nada que subsanar.",
  ),
  settings: onlyWithAeat,
}
