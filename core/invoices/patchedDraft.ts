import type { CivilDate } from "../calendar/civilDate.ts"
import type { Supply } from "../commit/Command.ts"
import type { Contact } from "../contacts/Contact.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import { defaultSeriesOf } from "../numbering/series.ts"
import type { Organization } from "../organizations/Organization.ts"
import type { Product } from "../products/Product.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import { recordFigures } from "../registry/euros.ts"
import { defaultTerms } from "./draftTerms.ts"
import { checkExchange, exchangedInvoices, type NamedForExchange } from "./exchangedInvoices.ts"
import type { DocumentKind, Invoice } from "./Invoice.ts"
import type { InvoicePatch } from "./invoicePatch.ts"
import { recipientOf } from "./parties.ts"
import { patchedDates } from "./patchedDates.ts"
import { kept, patchedFigures } from "./patchedFigures.ts"
import { originalTerms, patched, patchedTerms } from "./patchedTerms.ts"

/** What a patch of a draft is judged on. */
export interface PatchContext {
  readonly organization: Organization
  /** That of the draft after the patch: null for none, undefined when the named one does not exist. */
  readonly contact: Contact | null | undefined
  /** What the draft rectifies; null unless it is a rectification. */
  readonly original: Invoice | null
  /** The named `facturas_sustituidas`, each undefined when it does not exist. */
  readonly exchanged: ReadonlyArray<NamedForExchange | undefined>
  readonly productOf: (id: string) => Product | undefined
  readonly today: CivilDate
}

/**
 * The contact that a draft has after a patch. For a rectification null means its original's, as when it was
 * made: `original` is null for any other draft.
 */
export const patchedContactId = (
  draft: Invoice,
  { contacto_id }: InvoicePatch,
  original: Invoice | null,
): string | null =>
  contacto_id === undefined ? draft.contacto_id : orNull(contacto_id) ?? original?.contacto_id ?? null

/**
 * A draft after a patch, its recipient as the contact is now; undefined, with the reasons in `issues`, when
 * refused.
 */
export const patchedDraft = (
  draft: Invoice,
  patch: InvoicePatch,
  { contact, exchanged, organization, original, productOf, today }: PatchContext,
  supply: Supply,
  issues: Array<FieldIssue>,
): Invoice | undefined => {
  if (contact === undefined) issues.push({ campo: "contacto_id", motivo: "no existe ese contacto" })
  const known = contact ?? null
  const contacto_id = patchedContactId(draft, patch, original)
  const contactChanged = contacto_id !== draft.contacto_id
  const tipo_documento = patched(patch.tipo_documento, draft.tipo_documento, "invoice")
  checkRectification(draft, patch, tipo_documento, issues)

  // A rectification has the terms of its original, not those of the contact.
  const giver = original === null ? known : null
  const otherwise = original === null ? defaultTerms(known, organization) : originalTerms(draft, original)
  const terms = patchedTerms(draft, patch, otherwise, issues)
  const plazos = patchedText(patch.plazos, draft.plazos)
  const dateTerms = { contact: giver, contactChanged, organization, plazos, today }
  const dates = patchedDates(draft, patch, dateTerms, issues)
  const sustituye = patchedExchange(draft, patch, exchanged, { contacto_id, tipo_documento }, issues)
  const givers = { contact: giver, organization, productOf }
  const figures = patchedFigures(draft, patch, terms, givers, supply, issues)
  if (figures === undefined || issues.length > 0) return undefined
  const { base_imponible, cuota_irpf, cuota_iva, cuota_recargo, lineas, rates, suplidos, total } = figures
  if (recordFigures(rates, terms.tipo_cambio) === undefined) {
    issues.push({ campo: "tipo_cambio", motivo: "en euros el total no puede pasar de 12 cifras enteras" })
    return undefined
  }
  return {
    ...draft,
    ...terms,
    ...dates,
    tipo_documento,
    contacto_id,
    recipient: known === null ? null : recipientOf(known),
    sustituye,
    serie: patchedSeries(draft, patch, { tipo_documento, contacto_id }),
    numero_pedido: patched(patch.numero, draft.numero_pedido, null),
    plazos,
    notas: patchedText(patch.notas, draft.notas),
    notas_internas: patchedText(patch.notas_internas, draft.notas_internas),
    etiquetas: patched(patch.etiquetas, draft.etiquetas, []),
    lineas,
    rates,
    base_imponible,
    cuota_iva,
    cuota_recargo,
    cuota_irpf,
    suplidos,
    total,
  }
}

/** Empty text is none. */
export const patchedText = (sent: string | null | undefined, stored: string | null): string | null =>
  sent === undefined ? stored : orNull(sent)

const checkRectification = (
  { rectifica }: Invoice,
  { facturas_sustituidas }: InvoicePatch,
  tipo_documento: DocumentKind,
  issues: Array<FieldIssue>,
): void => {
  if (rectifica === null) return
  if (tipo_documento !== "invoice") {
    issues.push({ campo: "tipo_documento", motivo: "una rectificativa es siempre una factura" })
  }
  if ((facturas_sustituidas ?? []).length > 0) {
    const motivo = "una rectificativa no sustituye a facturas simplificadas"
    issues.push({ campo: "facturas_sustituidas", motivo })
  }
}

type Kind = Pick<Invoice, "tipo_documento" | "contacto_id">

const patchedExchange = (
  { sustituye }: Invoice,
  { facturas_sustituidas }: InvoicePatch,
  exchanged: ReadonlyArray<NamedForExchange | undefined>,
  kind: Kind,
  issues: Array<FieldIssue>,
): Invoice["sustituye"] => {
  if (facturas_sustituidas !== undefined) return kept(exchangedInvoices(exchanged, kind, issues), sustituye)
  if (sustituye.length > 0) checkExchange(kind, issues)
  return sustituye
}

/** A series that is the default one, chosen or not, follows the kind of document. */
const patchedSeries = (draft: Invoice, { serie }: InvoicePatch, kind: Kind): string => {
  const usualOf = ({ contacto_id, tipo_documento }: Kind): string =>
    defaultSeriesOf({ tipo_documento, tipo: draft.tipo, hasRecipient: contacto_id !== null })
  const stored = draft.serie === usualOf(draft) ? usualOf(kind) : draft.serie
  return patchedText(serie, stored) ?? usualOf(kind)
}
