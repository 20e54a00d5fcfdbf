import { Either } from "effect"
import type { Supply, View } from "../commit/Command.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import { invoiceReference } from "../invoices/invoiceReference.ts"
import type { Organization } from "../organizations/Organization.ts"
import { invalidField, invalidInput, type Refusal } from "../refusals/refusal.ts"
import { alta, type Amended } from "../registry/alta.ts"
import { anulacion } from "../registry/anulacion.ts"
import type { Appended } from "../registry/appendRecord.ts"
import { chainHeadIn } from "../registry/chainRows.ts"
import { invoiceStatement } from "../registry/invoiceStatement.ts"
import { asNotInCensus } from "../registry/recipientIdentity.ts"
import type { RecordingTerms } from "../registry/RecordingTerms.ts"
import type { RecordVerdict } from "../registry/RecordVerdict.ts"
import type { RegistryRecord } from "../registry/RegistryRecord.ts"
import type { TaxedCompany } from "../tax/qualification.ts"
import { zoneOfRegion } from "../tax/regions.ts"

/** A registry record and the tax authority's answer to it. */
export interface Judged {
  readonly record: RegistryRecord
  readonly verdict: RecordVerdict
}

/** An invoice whose record is made again. */
interface Amending {
  readonly invoice: Invoice
  /** Whether the tax authority has a record of the invoice. */
  readonly isHeld: boolean
  /** The newest record of the invoice. */
  readonly last: Judged
  readonly organization: Organization
  /** The company as the alta is to state it. */
  readonly company: TaxedCompany
  readonly view: View
  readonly supply: Supply
  readonly terms: RecordingTerms
}

/**
 * The alta of the invoice made again, from what was issued. Refuses what the tax authority would refuse, and a recipient who is
 * to be stated as unknown to the census (`isNotInCensus`) but has no NIF of a natural person.
 */
export const newAlta = (
  { company, invoice, isHeld, last, organization, supply, terms, view }: Amending,
  isNotInCensus: boolean,
): Either.Either<Appended, Refusal> => {
  const { hash, qrHost, software } = terms
  const { issuer, numero, organizationId } = invoice
  const nif = issuer?.nif ?? null
  if (issuer === null || nif === null || numero === null) {
    throw new Error("a registered invoice without number or issuer")
  }
  const statement = invoiceStatement(invoice, company)
  if (Either.isLeft(statement)) return Either.left(invalidInput(statement.left))
  const identity = isNotInCensus ? asNotInCensus(statement.right.identity) : statement.right.identity
  if (identity === undefined) return Either.left(invalidField("destinatario_no_censado", "el NIF debe ser el de una persona física"))
  return Either.right(alta({
    id: supply.id(),
    invoice: { ...invoice, numero, issuer: { ...issuer, nif } },
    statement: { ...statement.right, identity },
    zone: zoneOfRegion(organization.region_fiscal),
    previous: chainHeadIn(view, organizationId),
    now: supply.now,
    software,
    hash,
    qrHost,
    amends: amendedBy(isHeld, isRefused(last)),
  }))
}

const amendedBy = (isHeld: boolean, lastWasRefused: boolean): Amended => {
  if (!isHeld) return "nothing"
  return lastWasRefused ? "heldBefore" : "held"
}

const isRefused = ({ verdict }: Judged): boolean => verdict.estado === "rejected"

/** The anulación of the invoice made again. */
export const newAnulacion = ({ invoice, isHeld, last, organization, supply, terms, view }: Amending): Appended => {
  const { hash, software } = terms
  const { organizationId } = invoice
  const reference = invoiceReference({ ...invoice, lifecycle: "issued" })
  if (reference === undefined) throw new Error("a registered invoice without number")
  const repeatsRefused = isHeld || "SinRegistroPrevio" in last.record.campos
  return anulacion(
    { organizationId, ...reference },
    zoneOfRegion(organization.region_fiscal),
    { id: supply.id(), previous: chainHeadIn(view, organizationId), now: supply.now, software, hash },
    { neverHeld: !isHeld, refused: isRefused(last) && repeatsRefused },
  )
}
