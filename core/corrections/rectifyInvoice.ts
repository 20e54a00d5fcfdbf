import { Either, Schema } from "effect"
import type { Command, Decision, Supply, View } from "../commit/Command.ts"
import { type DraftDates, draftDates } from "../drafts/draftDates.ts"
import { newFigures, type PricedFigures } from "../drafts/draftFigures.ts"
import { draftLines, type LineSources } from "../drafts/draftLines.ts"
import { draftSeries } from "../drafts/draftSeries.ts"
import { draftTotals, euroIssue } from "../drafts/draftTotals.ts"
import { LineInput, SeriesInput } from "../drafts/invoiceInput.ts"
import { negated } from "../drafts/negated.ts"
import { type DraftContents, newDraft } from "../drafts/newDraft.ts"
import { besideItsParts, list, optional } from "../fields/fieldSchemas.ts"
import { reason } from "../fields/reason.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import { invoiceCommand } from "../invoices/invoiceCommand.ts"
import { correctableKeys, differenceKeys } from "../invoices/InvoiceCorrections.ts"
import { invoiceReference } from "../invoices/invoiceReference.ts"
import type { InvoiceResource } from "../invoices/invoiceResource.ts"
import { notIssuedInvoiceRefusal } from "../invoices/lifecycleRefusals.ts"
import { customerKeys, presentContact, presentRecipient } from "../invoices/parties.ts"
import { type Rectification, RectificationCause, RectificationMethod } from "../invoices/Rectification.ts"
import { invoiceLinesMax, replacedLinesMax } from "../invoices/roomForLines.ts"
import { surchargeOf, taxedCompany } from "../invoices/taxedCompany.ts"
import { zeroCents } from "../money/cents.ts"
import { seriesKey, seriesKindIssue } from "../numbering/seriesKind.ts"
import type { Organization } from "../organizations/Organization.ts"
import { productKeys, productsBeside } from "../products/namedProducts.ts"
import { type FieldIssue, invalidInput, type Refusal } from "../refusals/refusal.ts"
import { civilDateIn } from "../tax/regions.ts"
import { entangledRefusal, replacedRefusal } from "./correctionRefusals.ts"
import { replacedAmounts, statedAmounts } from "./replacedAmounts.ts"

/** The body of `rectificar` (decisions, section 2). By substitution `lineas` is required. */
export const RectificationInput = Schema.Struct({
  motivo: reason({ min: 1 }),
  metodo: optional(RectificationMethod),
  causa: optional(RectificationCause),
  serie: SeriesInput,
  lineas: optional(list(LineInput, invoiceLinesMax, 1)),
}).pipe(
  Schema.filter(({ lineas, metodo }) =>
    metodo === "sustitucion" && (lineas ?? null) === null
      ? { path: ["lineas"], message: "es obligatorio al rectificar por sustitución" }
      : undefined, besideItsParts),
).annotations({ identifier: "RectificacionNueva" })
export type RectificationInput = typeof RectificationInput.Type

/**
 * Makes the draft of a rectifying invoice, under the terms of its original (decisions, section 2). By differences it has the
 * given lines, or takes all of the original back; by substitution the given lines are the corrected contents. It is due like
 * any draft without a term of payment of its own: by the contact's days. Refuses anything but an issued invoice, one in whose
 * place another stands (`replacedRefusal`) or none can (`entangledRefusal`, by substitution only), and a series of ordinary
 * invoices.
 */
export const rectifyInvoice = (
  organizationId: OrganizationId,
  id: string,
  input: RectificationInput,
): Command<InvoiceResource> =>
  invoiceCommand(organizationId, id, {
    reads: (view, original) => [
      ...correctableKeys(view, organizationId, id),
      ...(input.metodo === "sustitucion" ? differenceKeys(view, organizationId, [id], replacedLinesMax) : []),
      seriesKey(seriesPlaceOf(organizationId, input)),
      ...customerKeys(original),
      ...productKeys(organizationId, input.lineas ?? []),
    ],
    decide: ({ invoice: original, organization }, view, supply) =>
      Either.flatMap(rectificationOf(original, organization, input, view), (rectifica) =>
        decideRectification(original, rectifica, organization, input, view, supply)),
  })

/** What kind of document a rectification is, and its series; whether it has a recipient makes no difference to that. */
const seriesPlaceOf = (organizationId: OrganizationId, { serie }: RectificationInput) => {
  const kind = { tipo_documento: "invoice", tipo: "rectificative" } as const
  return { organizationId, ...kind, ...draftSeries(serie, { ...kind, contacto_id: null }) }
}

const whenUnfit = { others: "Solo se rectifican facturas.", drafts: "se corrige, no se rectifica" }

const rectificationOf = (
  original: Invoice,
  organization: Organization,
  input: RectificationInput,
  view: View,
): Either.Either<Rectification, Refusal> => {
  const unfit = notIssuedInvoiceRefusal(original, whenUnfit)
  if (unfit !== undefined) return Either.left(unfit)
  const reference = invoiceReference(original)
  if (reference === undefined) throw new Error("an issued invoice without number")
  const metodo = input.metodo ?? "diferencias"
  const replaced = replacedRefusal(original, reference.numserie, view, metodo)
  if (replaced !== undefined) return Either.left(replaced)
  const entangled = metodo === "sustitucion" ? entangledRefusal(original, reference.numserie, view, "sustitucion") : undefined
  if (entangled !== undefined) return Either.left(entangled)
  const sustituido = metodo === "sustitucion"
    ? replacedAmounts(original, organization, view, "sustitucion")
    : Either.right(statedAmounts(original, organization))
  return Either.map(sustituido, (amounts) => ({
    original: { ...reference, simplificada: isSimplified(original) },
    metodo,
    motivo: input.motivo,
    causa: input.causa ?? null,
    sustituido: amounts,
    afterExchange: false,
  }))
}

/** Whether the invoice is a simplified one; what rectifies a simplified invoice counts as one too. */
const isSimplified = ({ recipient, rectifica }: Invoice): boolean => rectifica?.original.simplificada ?? recipient === null

const decideRectification = (
  original: Invoice,
  rectifica: Rectification,
  organization: Organization,
  input: RectificationInput,
  view: View,
  supply: Supply,
): Either.Either<Decision<InvoiceResource>, Refusal> => {
  const issues: Array<FieldIssue> = []
  if (rectifica.original.simplificada && rectifica.causa !== null) {
    issues.push({ campo: "causa", motivo: "no se indica al rectificar una factura simplificada: es siempre R5" })
  }
  const place = seriesPlaceOf(organization.id, input)
  const seriesIssue = seriesKindIssue(view, place)
  if (seriesIssue !== undefined) issues.push(seriesIssue)
  const lineas = input.lineas ?? null
  const company = taxedCompany({ rectifica, sustituye: [] }, () => original, organization)
  const contents = lineas === null
    ? negated(original, supply)
    : corrected({ original, lineas, rectifica, company, sources: sourcesIn(view, original) }, supply, issues)
  if (contents === undefined || issues.length > 0) return Either.left(invalidInput(issues))
  const tooLarge = euroIssue("lineas", contents, original)
  if (tooLarge !== undefined) return Either.left(invalidInput([tooLarge]))
  const today = civilDateIn(organization.region_fiscal, supply.clock)
  const dates = draftDates({}, presentContact(view, original), organization, today, issues)
  const recipient = presentRecipient(view, original)
  return Either.right(newDraft({ ...termsOf(original, company), ...dates, ...place, rectifica, recipient, ...contents }, today, supply))
}

const sourcesIn = (view: View, { lineas, organizationId }: Invoice): LineSources => ({
  productOf: productsBeside(view, organizationId, lineas),
  pricesWithTax: false,
})

/** A rectification whose lines were given. */
interface Correction {
  readonly original: Invoice
  readonly lineas: ReadonlyArray<LineInput>
  readonly rectifica: Rectification
  /** The company whose taxes the rectification states (`taxedCompany`). */
  readonly company: Organization
  readonly sources: LineSources
}

/**
 * The figures of the given lines under the original's terms. Their prices are without tax (contract, section 2.5), like those
 * that the original shows, and the contact's discount is not applied: the lines state what is corrected. A substitution takes
 * over the original's disbursements.
 */
const corrected = (
  { company, lineas, original, rectifica, sources }: Correction,
  supply: Supply,
  issues: Array<FieldIssue>,
): PricedFigures | undefined => {
  const lines = draftLines(lineas, null, company, issues, sources)
  const terms = {
    region: company.region_fiscal,
    recargo_equivalencia: surchargeOf(original, company),
    irpf: original.irpf,
    suplidos: rectifica.metodo === "sustitucion" ? original.suplidos : zeroCents,
  }
  const totals = draftTotals(lines, false, terms, issues)
  return totals && newFigures(lines, totals, false, supply)
}

type Terms = Omit<
  DraftContents,
  keyof PricedFigures | keyof DraftDates | keyof ReturnType<typeof seriesPlaceOf> | "rectifica" | "recipient"
>

/** The other properties of the draft: taken over from the original, or empty. */
const termsOf = (original: Invoice, company: Organization): Terms => ({
  sustituye: [],
  numero_pedido: null,
  contacto_id: original.contacto_id,
  plazos: null,
  forma_pago: original.forma_pago,
  notas: null,
  notas_internas: null,
  etiquetas: [],
  divisa: original.divisa,
  tipo_cambio: original.tipo_cambio,
  recargo_equivalencia: surchargeOf(original, company),
  irpf: original.irpf,
})
