import type { Supply } from "../commit/Command.ts"
import type { Contact } from "../contacts/Contact.ts"
import { isSameRow, kept } from "../fields/patching.ts"
import type { Invoice, InvoiceLine } from "../invoices/Invoice.ts"
import type { Organization } from "../organizations/Organization.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import { type DraftFigures, newFigures, type PricedFigures } from "./draftFigures.ts"
import { type DraftLine, draftLines, type LineSources, repricedLines } from "./draftLines.ts"
import type { DraftTerms } from "./draftTerms.ts"
import { draftTotals } from "./draftTotals.ts"
import type { LineInput } from "./invoiceInput.ts"
import type { InvoicePatch } from "./invoicePatch.ts"

/** What lines that are sent take their defaults from. */
interface LineDefaults {
  /** The contact whose discount they take; null for none. */
  readonly contact: Contact | null
  readonly organization: Organization
  readonly productOf: LineSources["productOf"]
}

/** The figures of a draft before a patch, and the terms that they were computed under. */
export interface StandingFigures extends PricedFigures, Pick<Invoice, "irpf" | "recargo_equivalencia"> {}

/** What the figures of a patched draft depend on: also the lines that were sent, undefined for none. */
interface FiguresPatch extends Pick<InvoicePatch, "lineas"> {
  readonly draft: Invoice
  /** The draft itself, unless the patch resets its figures. */
  readonly standing: StandingFigures
  /** The terms after the patch. */
  readonly terms: DraftTerms
  readonly defaults: LineDefaults
}

/**
 * The figures of a draft after a patch; undefined where they cannot be computed, for reasons that are added to `issues`.
 *
 * - Where neither lines nor terms change, the figures stay, so that nothing is rounded again.
 * - Where only terms change, the sums are computed again from the prices as they were sent, and the lines stay.
 * - Where `precios_con_iva` changes, the lines are computed again too (`repricedLines`).
 * - Lines that are sent replace all lines.
 */
export const patchedFigures = (
  { defaults, draft, lineas, standing, terms }: FiguresPatch,
  supply: Supply,
  issues: Array<FieldIssue>,
): DraftFigures | undefined => {
  const linesChange = lineas !== undefined || terms.precios_con_iva !== standing.precios_con_iva
  if (!linesChange && keepsFigures(standing, terms)) return withStoredParts(standing, draft)
  const sent = lineas === undefined
    ? standingLines(standing, terms, issues)
    : sentLines(lineas ?? [], terms, defaults, issues)
  const region = defaults.organization.region_fiscal
  const totals = draftTotals(sent, terms.precios_con_iva, { ...terms, region }, issues)
  if (totals === undefined) return undefined
  if (linesChange) return withStoredParts(newFigures(sent, totals, terms.precios_con_iva, supply), draft)
  const { lineBases: _, unitPrices: __, ...sums } = totals
  return withStoredParts({ ...sums, lineas: standing.lineas }, draft)
}

/** The figures, with the draft's own lines and rates wherever they are equal to these (`kept`). */
const withStoredParts = (figures: DraftFigures, { lineas, rates }: Invoice): DraftFigures => ({
  ...figures,
  lineas: kept(identified(figures.lineas, lineas), lineas),
  rates: kept(figures.rates, rates),
})

const keepsFigures = (standing: StandingFigures, { irpf, recargo_equivalencia, suplidos }: DraftTerms): boolean =>
  irpf === standing.irpf && recargo_equivalencia === standing.recargo_equivalencia && suplidos === standing.suplidos

/** The stored lines as they were sent, repriced where `precios_con_iva` changes. */
const standingLines = (
  { lineas, precios_con_iva }: StandingFigures,
  terms: DraftTerms,
  issues: Array<FieldIssue>,
): ReadonlyArray<DraftLine> => {
  const sent = lineas.map(asSent)
  return terms.precios_con_iva === precios_con_iva ? sent : repricedLines(sent, terms.precios_con_iva, issues)
}

const sentLines = (
  lineas: ReadonlyArray<LineInput>,
  { precios_con_iva }: DraftTerms,
  { contact, organization, productOf }: LineDefaults,
  issues: Array<FieldIssue>,
): ReadonlyArray<DraftLine> =>
  draftLines(lineas, contact, organization, issues, { productOf, pricesWithTax: precios_con_iva })

/** The stored line as it was before its totals were computed, with its price as it was sent. */
const asSent = (stored: InvoiceLine): DraftLine => {
  const { base: _, id: __, precio_con_iva, ...line } = stored
  return { ...line, precio: precio_con_iva ?? line.precio }
}

/** The lines with the ids of the stored ones, where the line in the same place says the same. */
const identified = (
  lines: ReadonlyArray<InvoiceLine>,
  stored: ReadonlyArray<InvoiceLine>,
): ReadonlyArray<InvoiceLine> =>
  lines.map((line, i) => {
    const before = stored[i]
    return before !== undefined && isSameRow(asSaid(before), asSaid(line)) ? { ...line, id: before.id } : line
  })

/** For comparing lines: whether a price came from the product or was sent makes no difference. */
const asSaid = (stored: InvoiceLine): DraftLine => ({ ...asSent(stored), precio_de_producto: null })
