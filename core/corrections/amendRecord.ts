import { Either, Schema } from "effect"
import { type Command, type Supply, type View } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import { optional } from "../fields/fieldSchemas.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Invoice, Issuer, RegistryLink } from "../invoices/Invoice.ts"
import { invoiceCommand } from "../invoices/invoiceCommand.ts"
import { invoiceReference } from "../invoices/invoiceReference.ts"
import { draftRefusal, notInvoiceRefusal, registeredRefusal } from "../invoices/lifecycleRefusals.ts"
import { registryJob } from "../jobs/Job.ts"
import type { Organization } from "../organizations/Organization.ts"
import { conflict, type Conflict, invalidField, invalidInput, type Refusal } from "../refusals/refusal.ts"
import { alta, type Amended } from "../registry/alta.ts"
import { anulacion } from "../registry/anulacion.ts"
import type { Appended } from "../registry/appendRecord.ts"
import { invoiceStatement } from "../registry/invoiceStatement.ts"
import { asUncensored } from "../registry/recipientIdentity.ts"
import type { RecordingTerms } from "../registry/RecordingTerms.ts"
import { recordResource, type RecordResource } from "../registry/recordResource.ts"
import type { RecordVerdict } from "../registry/RecordVerdict.ts"
import type { RegistryRecord } from "../registry/RegistryRecord.ts"
import { missedRecipient, type Remedy, remedyOf } from "../submission/verdictAdvice.ts"
import type { TaxedCompany } from "../tax/qualification.ts"
import { zoneOfRegion } from "../tax/regions.ts"

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
    reads: (_, invoice) => [key("chainHead", organizationId, organizationId), ...lastRecordKeys(invoice)],
    decide: ({ invoice, organization }, view, supply) =>
      Either.gen(function*() {
        const { registry } = invoice
        if (registry === null) return yield* Either.left(unregistered(invoice))
        if (terms.modo === "test") return yield* Either.left(liveOnly)
        const isUncensored = destinatario_no_censado ?? false
        const last = yield* lastRecord(view, organizationId, registry)
        yield* refusalOf(last, isUncensored)
        const amending = { invoice, isHeld: registry.held === true, last: last.record, organization, view, supply, terms }
        const made = yield* last.record.tipo === "alta"
          ? newAlta(amending, isUncensored)
          : Either.right(newAnulacion(amending))
        const { head, record } = made
        if (remedyOf(last.verdict) === "none" && saysTheSame(record, last.record)) return yield* Either.left(nothingToAmend)
        const row: Invoice = { ...invoice, registry: linkTo(record, registry), modifiedSequence: supply.sequence() }
        return {
          result: recordResource(record, undefined, organization),
          rows: [
            { table: "invoice", row },
            { table: "registryRecord", row: record },
            { table: "chainHead", row: head },
          ],
          events: [],
          jobs: organization.sendsRecords ? [registryJob(organizationId, supply.clock)] : [],
        }
      }),
  })

/** An annulment leaves the invoice the huella of its alta. */
const linkTo = ({ generado, huella, id, qr }: RegistryRecord, link: RegistryLink): RegistryLink => {
  const waiting = { ...link, lastRecord: id, aeat: null }
  return qr === null ? waiting : { ...waiting, huella, registrada_en: generado, qr }
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

/** The last record of an invoice, and what was said of it. */
interface Judged {
  readonly record: RegistryRecord
  readonly verdict: RecordVerdict
}

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
      : Either.left(invalidField("destinatario_no_censado", "solo cuando la AEAT rechazó el alta porque el censo no tiene al destinatario"))
  }
  const remedy = remedyOf(verdict)
  // An annulment that was accepted says all that it can, and nothing rectifies one.
  if (record.tipo === "anulacion" && remedy === "none") return Either.left(nothingToAmend)
  const refusal = record.tipo === "anulacion" && remedy === "rectify" ? undefined : refusals[remedy]
  return refusal === undefined ? Either.void : Either.left(refusal)
}

const pending = conflict("registro_pendiente", "La AEAT todavía no ha contestado al último registro de la factura.")

const nothingToAmend = conflict("nada_que_subsanar", "El último registro de la factura está aceptado y no hay nada que subsanar.")

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

/**
 * The company as it was at the issue, where that tells: it sold in that territory, and who charged a tax was no small
 * business. A wrong setting of its regime, which charged nothing, is mended by what it is now.
 */
const taxedThen = (
  { lineas }: Invoice,
  { regimen_igic, region_fiscal }: Issuer,
  organization: Organization,
): TaxedCompany => {
  const charged = lineas.some(({ tipo_iva }) => tipo_iva > 0)
  return { ...organization, region_fiscal, ...(charged ? { regimen_igic } : {}) }
}

/** An invoice whose record is made again. */
interface Amending {
  readonly invoice: Invoice
  /** Whether the tax authority holds a record of it. */
  readonly isHeld: boolean
  readonly last: RegistryRecord
  readonly organization: Organization
  readonly view: View
  readonly supply: Supply
  readonly terms: RecordingTerms
}

const newAlta = (
  { invoice, isHeld, last, organization, supply, terms, view }: Amending,
  isUncensored: boolean,
): Either.Either<Appended, Refusal> => {
  const { hash, qrHost, software } = terms
  const { issuer, numero, organizationId } = invoice
  const nif = issuer?.nif ?? null
  if (issuer === null || nif === null || numero === null) {
    throw new Error("a registered invoice without number or issuer")
  }
  const statement = invoiceStatement(invoice, taxedThen(invoice, issuer, organization))
  if (Either.isLeft(statement)) return Either.left(invalidInput(statement.left))
  const identity = isUncensored ? asUncensored(statement.right.identity) : statement.right.identity
  if (identity === undefined) return Either.left(invalidField("destinatario_no_censado", "el NIF debe ser el de una persona física"))
  return Either.right(alta({
    id: supply.id(),
    invoice: { ...invoice, numero, issuer: { ...issuer, nif } },
    statement: { ...statement.right, identity },
    zone: zoneOfRegion(organization.region_fiscal),
    previous: view.get("chainHead", organizationId, organizationId),
    now: supply.now,
    software,
    hash,
    qrHost,
    amends: amended(isHeld, wasRefused(view, last)),
  }))
}

/** What tells one record from another of the same contents: its place in the chain, its time, its maker, and what it amends. */
const ownOfEach: ReadonlySet<string> = new Set([
  "Subsanacion", "RechazoPrevio", "Encadenamiento", "SistemaInformatico", "FechaHoraHusoGenRegistro", "Huella",
])

const saysTheSame = (one: RegistryRecord, other: RegistryRecord): boolean => contentsOf(one) === contentsOf(other)

const contentsOf = ({ campos }: RegistryRecord): string =>
  JSON.stringify(Object.entries(campos).filter(([name]) => !ownOfEach.has(name)))

const amended = (isHeld: boolean, lastWasRefused: boolean): Amended => {
  if (!isHeld) return "nothing"
  return lastWasRefused ? "heldBefore" : "held"
}

const wasRefused = (view: View, { id, organizationId }: RegistryRecord): boolean =>
  view.get("recordVerdict", organizationId, id)?.estado === "rejected"

const newAnulacion = ({ invoice, isHeld, last, organization, supply, terms, view }: Amending): Appended => {
  const { hash, software } = terms
  const { organizationId } = invoice
  const reference = invoiceReference({ ...invoice, lifecycle: "issued" })
  if (reference === undefined) throw new Error("a registered invoice without number")
  const repeatsRefused = isHeld || "SinRegistroPrevio" in last.campos
  return anulacion(
    { organizationId, ...reference },
    zoneOfRegion(organization.region_fiscal),
    { id: supply.id(), previous: view.get("chainHead", organizationId, organizationId), now: supply.now, software, hash },
    { neverHeld: !isHeld, refused: wasRefused(view, last) && repeatsRefused },
  )
}
