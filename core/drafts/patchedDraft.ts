import type { CivilDate } from "../calendar/civilDate.ts"
import type { Supply } from "../commit/Command.ts"
import type { Contact } from "../contacts/Contact.ts"
import { noSuchContact } from "../contacts/namedContact.ts"
import { kept, patched, patchedText } from "../fields/patching.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import { recipientOf } from "../invoices/parties.ts"
import { taxedCompany } from "../invoices/taxedCompany.ts"
import type { Organization } from "../organizations/Organization.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import { exchangeIssues } from "./contradictions.ts"
import type { LineSources } from "./draftLines.ts"
import { defaultTerms } from "./draftTerms.ts"
import { euroIssue } from "./draftTotals.ts"
import { type AllForExchange, exchangedInvoices } from "./exchangedInvoices.ts"
import type { InvoicePatch } from "./invoicePatch.ts"
import { negated } from "./negated.ts"
import { patchedDates } from "./patchedDates.ts"
import { patchedFigures, type StandingFigures } from "./patchedFigures.ts"
import { type DraftHeader, patchedHeader } from "./patchedHeader.ts"
import { inOriginalCurrency, originalTerms, patchedTerms } from "./patchedTerms.ts"

/** What a patch of a draft needs of what is stored. */
export interface PatchContext {
  readonly organization: Organization
  /** The contact of the draft after the patch: null for none, undefined where it does not exist. */
  readonly contact: Contact | null | undefined
  /** The invoice that the draft rectifies; null unless it is a rectification. */
  readonly original: Invoice | null
  /** The `facturas_sustituidas` that the patch names. */
  readonly exchanged: AllForExchange
  readonly invoiceOf: (id: string) => Invoice | undefined
  readonly productOf: LineSources["productOf"]
  /** What is wrong with the draft's series after the patch, where that is another than before. */
  readonly seriesIssue: FieldIssue | undefined
  readonly today: CivilDate
}

/**
 * A draft after a patch, its recipient as the contact is now; undefined where the patch is refused, for reasons that are added
 * to `issues`.
 */
export const patchedDraft = (
  draft: Invoice,
  patch: InvoicePatch,
  { contact, exchanged, invoiceOf, organization, original, productOf, seriesIssue, today }: PatchContext,
  supply: Supply,
  issues: Array<FieldIssue>,
): Invoice | undefined => {
  if (contact === undefined) issues.push(noSuchContact("contacto_id"))
  const known = contact ?? null
  const header = patchedHeader(draft, patch, original)
  const { contacto_id } = header
  const contactChanged = contacto_id !== draft.contacto_id
  if (seriesIssue !== undefined) issues.push(seriesIssue)
  checkRectification(draft, patch, issues)

  const sustituye = patchedExchange(draft, patch, { exchanged, organization }, header, issues)
  const company = taxedCompany({ rectifica: draft.rectifica, sustituye }, invoiceOf, organization)
  const { before, sent, standing } = patchBase(draft, patch, original, supply)
  const otherwise = original === null ? defaultTerms(known, organization) : originalTerms(before, sent, original, company)
  const terms = patchedTerms(before, inOriginalCurrency(draft, sent, original, issues), otherwise, issues)
  const plazos = patchedText(patch.plazos, draft.plazos)
  const dateTerms = { contact: known, contactChanged, organization, plazos, today }
  const dates = patchedDates(draft, patch, dateTerms, issues)
  // Lines of a rectification state what is corrected, so they never take the contact's discount.
  const defaults = { contact: original === null ? known : null, organization: company, productOf }
  const figures = patchedFigures({ draft, standing, lineas: sent.lineas, terms, defaults }, supply, issues)
  if (figures === undefined || issues.length > 0) return undefined
  const tooLarge = euroIssue("tipo_cambio", figures, terms)
  if (tooLarge !== undefined) {
    issues.push(tooLarge)
    return undefined
  }
  return {
    ...draft,
    ...figures,
    ...terms,
    ...dates,
    ...header,
    recipient: known === null ? null : recipientOf(known),
    sustituye,
    numero_pedido: patched(patch.numero, draft.numero_pedido, null),
    plazos,
    notas: patchedText(patch.notas, draft.notas),
    notas_internas: patchedText(patch.notas_internas, draft.notas_internas),
    etiquetas: patched(patch.etiquetas, draft.etiquetas, []),
  }
}

/** What a patch is applied to. */
interface PatchBase {
  /** The draft, with `base_imponible` and `precios_con_iva` of `standing`. */
  readonly before: Invoice
  /** The figures before the patch. */
  readonly standing: StandingFigures
  /** The patch, without `lineas` where these were to be reset. */
  readonly sent: InvoicePatch
}

/** Where null resets the lines of a rectification by differences, the patch is applied to the negation that it was made as. */
const patchBase = (draft: Invoice, patch: InvoicePatch, original: Invoice | null, supply: Supply): PatchBase => {
  const standing = restoredNegation(draft, patch, original, supply)
  if (standing === null) return { before: draft, standing: draft, sent: patch }
  const { base_imponible, precios_con_iva } = standing
  return { before: { ...draft, base_imponible, precios_con_iva }, standing, sent: { ...patch, lineas: undefined } }
}

/** The figures of a rectification by differences whose lines the patch resets: it takes back all of its original again. */
const restoredNegation = (
  { rectifica }: Invoice,
  { lineas }: InvoicePatch,
  original: Invoice | null,
  supply: Supply,
): StandingFigures | null => {
  if (lineas !== null || original === null || rectifica?.metodo !== "diferencias") return null
  const { irpf, recargo_equivalencia } = original
  return { ...negated(original, supply), irpf, recargo_equivalencia }
}

const checkRectification = (
  { rectifica }: Invoice,
  { facturas_sustituidas, tipo_documento }: InvoicePatch,
  issues: Array<FieldIssue>,
): void => {
  if (rectifica === null) return
  if ((tipo_documento ?? "invoice") !== "invoice") {
    issues.push({ campo: "tipo_documento", motivo: "una rectificativa es siempre una factura" })
  }
  if ((facturas_sustituidas ?? []).length > 0) {
    const motivo = "una rectificativa no sustituye a facturas simplificadas"
    issues.push({ campo: "facturas_sustituidas", motivo })
  }
}

const patchedExchange = (
  { sustituye }: Invoice,
  { facturas_sustituidas }: InvoicePatch,
  { exchanged, organization }: Pick<PatchContext, "exchanged" | "organization">,
  header: DraftHeader,
  issues: Array<FieldIssue>,
): Invoice["sustituye"] => {
  if (facturas_sustituidas !== undefined) return kept(exchangedInvoices(exchanged, header, organization, issues), sustituye)
  if (sustituye.length > 0) issues.push(...exchangeIssues(header.tipo_documento, header.contacto_id))
  return sustituye
}
