import type { BreakdownLine } from "../registry/breakdown.ts"
import type { Place } from "../tax/place.ts"
import type { TaxedCompany } from "../tax/qualification.ts"
import { type Tax, taxOf } from "../tax/regions.ts"

/**
 * What an invoice must mention about its operations (RD 1619/2012 art. 6.1, letters j to p): that they are exempt, and why;
 * that they are not subject to the tax, because of the place of supply; that the customer is liable for the tax ("inversión
 * del sujeto pasivo"); that they bear the equivalence surcharge.
 */
export type MentionKind =
  | "exempt"
  | "export"
  | "intra_union"
  /** Has prescribed words in every language: "exención franquicia fiscal" (Decreto Legislativo 1/2025 art. 91.d). */
  | "small_business"
  /** Has prescribed words too: "comerciante minorista" (Decreto Legislativo 1/2025 art. 70.Uno.d). */
  | "retailer"
  | "not_subject"
  | "reverse_charge"
  | "surcharge"

/** A mention, with the rule of law behind it as far as the qualification of the operation tells which one it is. */
export interface Mention {
  readonly kind: MentionKind
  readonly tax: Tax
  /** "Ley 37/1992", or null. */
  readonly law: string | null
  /** The number of the article, or null. */
  readonly article: string | null
}

interface Rule {
  readonly law: string
  readonly article: string | null
}

const vat = "Ley 37/1992"
/** The recast text of the rules of the Canary tax (IGIC). */
const canary = "Decreto Legislativo 1/2025"
const exempt: Record<Tax, Rule> = {
  IVA: { law: vat, article: "20" },
  IGIC: { law: canary, article: null },
  IPSI: { law: "Ley 8/1991", article: "7" },
}
/** Goods of Canarian retailers have an exemption of their own. */
const retail: Rule = { law: canary, article: "27" }
const exported: Record<Tax, Rule> = {
  IVA: { law: vat, article: "21" },
  IGIC: { law: "Ley 20/1991", article: "11" },
  IPSI: { law: "Ley 8/1991", article: "8" },
}
const elsewhere: Record<Tax, Rule> = {
  IVA: { law: vat, article: "69" },
  IGIC: { law: "Ley 20/1991", article: "17" },
  IPSI: { law: "Ley 8/1991", article: "3" },
}

/**
 * Whether the business that buys a service from another territory owes the tax itself: in another State of the Union (Directive
 * 2006/112/EC arts. 196 and 226.11a), and where the service falls under another Spanish tax, as its regime tells: IVA (Ley
 * 37/1992 art. 84.Uno.2.º a), IGIC (Ley 20/1991 art. 19.1.2.º) or IPSI (Ley 8/1991 art. 12.2).
 */
const isReversed = ({ regime }: BreakdownLine, place: Place): boolean => place === "union" || regime === "08" || regime === "20"

/** The mentions of a document, each once, in the order in which the lines of its breakdown first require them. */
export const mentionsOf = (
  breakdown: ReadonlyArray<BreakdownLine>,
  { region_fiscal }: Pick<TaxedCompany, "region_fiscal">,
  place: Place,
): ReadonlyArray<Mention> => {
  const tax = taxOf(region_fiscal)
  const found = new Map<MentionKind, Mention>()
  const add = (kind: MentionKind, rule: Rule | null): void => {
    if (!found.has(kind)) found.set(kind, { kind, tax, law: rule?.law ?? null, article: rule?.article ?? null })
  }
  const mention: Record<BreakdownLine["operation"], (line: BreakdownLine) => void> = {
    S1: ({ tipo_recargo }) => {
      if (tipo_recargo !== 0) add("surcharge", null)
    },
    E1: ({ regime }) => (regime === "17" ? add("retailer", retail) : add("exempt", exempt[tax])),
    E2: () => add("export", exported[tax]),
    E5: () => add("intra_union", { law: vat, article: "25" }),
    E7: () => add("small_business", { law: canary, article: "90" }),
    N2: (line) => {
      add("not_subject", elsewhere[tax])
      if (isReversed(line, place)) add("reverse_charge", null)
    },
  }
  for (const line of breakdown) mention[line.operation](line)
  return [...found.values()]
}
