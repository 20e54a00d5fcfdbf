import type { Supply } from "../commit/Command.ts"
import type { Contact } from "../contacts/Contact.ts"
import { isSameRow, kept } from "../fields/patching.ts"
import type { Invoice, InvoiceLine } from "../invoices/Invoice.ts"
import type { Organization } from "../organizations/Organization.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import { type DraftLine, draftLines, draftTotals, type LineSources, readAnew } from "./draftLines.ts"
import type { DraftTerms } from "./draftTerms.ts"
import type { LineInput } from "./invoiceInput.ts"
import type { InvoicePatch } from "./invoicePatch.ts"
import type { Contents, DraftFigures } from "./negated.ts"
import { newLines } from "./newDraft.ts"

/** What lines that are sent take what they omit from. */
export interface LineGivers {
  /** Whose discount they take; null: nobody's. */
  readonly contact: Contact | null
  readonly organization: Organization
  readonly productOf: LineSources["productOf"]
}

/** Figures, and the terms that they were computed under. */
export interface StandingFigures extends Contents, Pick<Invoice, "irpf" | "recargo_equivalencia"> {}

/** A draft whose figures change. */
export interface FiguresPatch extends Pick<InvoicePatch, "lineas"> {
  readonly draft: Invoice
  /** The draft itself, or what stands in the place of its figures. */
  readonly standing: StandingFigures
  readonly terms: DraftTerms
  readonly givers: LineGivers
}

/**
 * The figures after a patch; undefined, with the reasons in `issues`, where there are none. Nothing is
 * computed unless lines or terms change. Under other terms alone the sums are computed again, from the prices
 * as they were sent, and the lines stay as they stand: so a rectification keeps its original's cents. Lines
 * that are sent replace all lines, and where prices turn out to include tax, or not to, those that were sent
 * are read anew; those of products stay theirs.
 */
export const patchedFigures = (
  { draft, givers, lineas, standing, terms }: FiguresPatch,
  supply: Supply,
  issues: Array<FieldIssue>,
): DraftFigures | undefined => {
  const isRead = lineas !== undefined || terms.precios_con_iva !== standing.precios_con_iva
  if (!isRead && keepsFigures(standing, terms)) return settled(standing, draft)
  const sent = lineas === undefined
    ? standingLines(standing, terms, issues)
    : sentLines(lineas ?? [], terms, givers, issues)
  const region = givers.organization.region_fiscal
  const totals = draftTotals(sent, terms.precios_con_iva, { ...terms, region }, issues)
  if (totals === undefined) return undefined
  const { lineBases: _, rates, unitPrices: __, ...sums } = totals
  const lines = isRead ? newLines(sent, totals, terms.precios_con_iva, supply) : standing.lineas
  return settled({ ...sums, lineas: lines, rates }, draft)
}

/** The figures with all that is in them as it was in the draft. */
const settled = (figures: DraftFigures, { lineas, rates }: Invoice): DraftFigures => ({
  ...figures,
  lineas: kept(identified(figures.lineas, lineas), lineas),
  rates: kept(figures.rates, rates),
})

const keepsFigures = (standing: StandingFigures, { irpf, recargo_equivalencia, suplidos }: DraftTerms): boolean =>
  irpf === standing.irpf && recargo_equivalencia === standing.recargo_equivalencia && suplidos === standing.suplidos

/** The lines as they were sent; a price that a product gave includes tax, or does not, as prices do now. */
const standingLines = (
  { lineas, precios_con_iva }: StandingFigures,
  terms: DraftTerms,
  issues: Array<FieldIssue>,
): ReadonlyArray<DraftLine> => {
  const sent = lineas.map(asSent)
  return terms.precios_con_iva === precios_con_iva ? sent : readAnew(sent, terms.precios_con_iva, issues)
}

const sentLines = (
  lineas: ReadonlyArray<LineInput>,
  { precios_con_iva }: DraftTerms,
  { contact, organization, productOf }: LineGivers,
  issues: Array<FieldIssue>,
): ReadonlyArray<DraftLine> =>
  draftLines(lineas, contact, organization, issues, { productOf, pricesWithTax: precios_con_iva })

/** A line before its totals, its price as it was sent. */
const asSent = (stored: InvoiceLine): DraftLine => {
  const { base: _, id: __, precio_con_iva, ...line } = stored
  return { ...line, precio: precio_con_iva ?? line.precio }
}

/** A line that says what the one in its place said is that line, whoever told its price. */
const identified = (
  lines: ReadonlyArray<InvoiceLine>,
  stored: ReadonlyArray<InvoiceLine>,
): ReadonlyArray<InvoiceLine> =>
  lines.map((line, i) => {
    const before = stored[i]
    return before !== undefined && isSameRow(asSaid(before), asSaid(line)) ? { ...line, id: before.id } : line
  })

const asSaid = (stored: InvoiceLine): DraftLine => ({ ...asSent(stored), precio_de_producto: null })
