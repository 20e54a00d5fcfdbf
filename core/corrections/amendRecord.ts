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

/** How the record of an invoice is made again. */
export const AmendmentInput = Schema.Struct({
  destinatario_no_censado: optional(Schema.Boolean),
}).annotations({ identifier: "SubsanacionNueva" })
export type AmendmentInput = typeof AmendmentInput.Type

/**
 * `subsanar`: makes the record of an invoice again, from what was issued, as a further link of the chain, where the last
 * one was refused or accepted with errors for what only the record holds; of an annulled invoice it makes the annulment
 * again. Says to rectify, or to annul, where the fault is the invoice's (AEAT, developer answers 17). One that was accepted is
 * made again where it would now say something else, as after a wrong setting of the company (AEAT, validations 4.3.1). A
 * recipient whom the census does not have may be told to be right all the same (3.1.3.13). Refuses what has no record, what
 * was not answered yet, what needs no correction, and a test key.
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
        const isUncensored = destinatario_no_censado ?? false
        const last = yield* lastRecord(view, organizationId, registry)
        yield* refusalOf(last, isUncensored)
        const company = taxedThen(invoice, organization)
        const amending = { invoice, isHeld: registry.held === true, last, company, organization, view, supply, terms }
        const made = yield* last.record.tipo === "alta"
          ? newAlta(amending, isUncensored)
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

/** An annulment leaves the invoice the huella of its alta. */
const linkTo = ({ generado, huella, id, qr }: RegistryRecord, link: RegistryLink, company: TaxedCompany): RegistryLink => {
  const waiting = { ...link, lastRecord: id, aeat: null }
  return qr === null ? waiting : { ...waiting, huella, registrada_en: generado, qr, regimes: regimesOf(company) }
}

/**
 * The company as it was at the issue. Where the invoice charged nothing, tells no differences of another one, and the company
 * is still in that territory, a wrong setting of its regime is mended by what it is now.
 */
const taxedThen = (invoice: Invoice, organization: Organization): TaxedCompany => {
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

/** Why no record can mend what is wrong. */
const refusalOf = ({ record, verdict }: Judged, isUncensored: boolean): Either.Either<void, Refusal> => {
  if (isUncensored) {
    return record.tipo === "alta" && missedRecipient(verdict)
      ? Either.void
      : Either.left(invalidField("destinatario_no_censado", recipientNotMissed))
  }
  const remedy = remedyOf(verdict)
  // An annulment that was accepted says all that it can, and nothing rectifies one.
  if (record.tipo === "anulacion" && remedy === "none") return Either.left(nothingToAmend)
  if (record.tipo === "anulacion" && remedy === "annul") return Either.left(annulledAlready)
  const refusal = record.tipo === "anulacion" && remedy === "rectify" ? undefined : refusals[remedy]
  return refusal === undefined ? Either.void : Either.left(refusal)
}

const pending = conflict("registro_pendiente", "La AEAT todavía no ha contestado al último registro de la factura.")

const nothingToAmend = conflict(
  "nada_que_subsanar",
  "El último registro de la factura está aceptado y no hay nada que subsanar.",
)

const recipientNotMissed = "solo cuando la AEAT rechazó el alta porque el censo no tiene al destinatario"

/** To annul the other invoice, as a further record without SinRegistroPrevio would, is not for this one. */
const annulledAlready = conflict(
  "nada_que_subsanar",
  "La AEAT tiene otra factura con ese número, y esta ya está anulada: no hay nada que subsanar.",
)

const refusals: Readonly<Partial<Record<Remedy, Conflict>>> = {
  rectify: conflict(
    "requiere_rectificativa",
    "El error es de la factura, no de su registro: emita una factura rectificativa (POST /facturas/{id}/rectificar).",
  ),
  annul: conflict(
    "requiere_anulacion",
    "La AEAT ya tiene otra factura con ese número: anule esta (POST /facturas/{id}/anular) y emítala con otro.",
  ),
  settings: conflict("requiere_gestion", "El registro solo puede corregirse ante la AEAT: compruebe quién puede modificarlo."),
}
