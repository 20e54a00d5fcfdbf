import { Either } from "effect"
import type { Invoice } from "../invoices/Invoice.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import { recordFigures } from "../registry/recordFigures.ts"
import { exclusiveTotals, inclusiveTotals, type Totals, type TotalsProblem, type TotalsTerms } from "../tax/totals.ts"
import type { DraftLine } from "./draftLines.ts"

/** The totals of the lines; undefined where they cannot be computed, for reasons that are added to `issues`. */
export const draftTotals = (
  lines: ReadonlyArray<DraftLine>,
  pricesWithTax: boolean,
  terms: TotalsTerms,
  issues: Array<FieldIssue>,
): Totals | undefined => {
  const totals = pricesWithTax ? inclusiveTotals(lines, terms) : exclusiveTotals(lines, terms)
  if (Either.isRight(totals)) return totals.right
  issues.push(...totals.left.map(issueOf))
  return undefined
}

/** Why a registry record cannot state these figures in EUR, as the reason of this field (AEAT schema: 12 integer digits). */
export const euroIssue = (
  campo: "lineas" | "tipo_cambio",
  { rates }: Pick<Invoice, "rates">,
  { tipo_cambio }: Pick<Invoice, "tipo_cambio">,
): FieldIssue | undefined =>
  recordFigures(rates, tipo_cambio) === undefined
    ? { campo, motivo: "en euros el total no puede pasar de 12 cifras enteras" }
    : undefined

const issueOf = (problem: TotalsProblem): FieldIssue => {
  switch (problem.kind) {
    case "rate_without_surcharge":
      return { campo: `lineas[${problem.line}].tipo_iva`, motivo: "no tiene recargo de equivalencia" }
    case "out_of_range":
      return { campo: "lineas", motivo: "los importes no pueden pasar de 12 cifras enteras" }
    case "disbursements_out_of_range":
      return { campo: "suplidos", motivo: "con ellos el total no puede pasar de 12 cifras enteras" }
  }
}
