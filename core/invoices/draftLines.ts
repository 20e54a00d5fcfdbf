import { Either } from "effect"
import type { Contact } from "../contacts/Contact.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import { decimal6, decimal8 } from "../money/decimal.ts"
import type { Organization } from "../organizations/Organization.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import { exclusiveTotals, inclusiveTotals, type Totals, type TotalsProblem, type TotalsTerms } from "../tax/totals.ts"
import type { InvoiceLine } from "./Invoice.ts"
import type { LineInput } from "./invoiceInput.ts"

/** A line with every default filled in, before its totals; `precio` still as sent. */
export type DraftLine = Omit<InvoiceLine, "id" | "precio_con_iva" | "base">

/** The lines of a draft (decisions, section 2): what they omit comes from the contact, the organization, the default. */
export const draftLines = (
  lineas: ReadonlyArray<LineInput>,
  contact: Contact | null,
  organization: Organization,
  issues: Array<FieldIssue>,
): ReadonlyArray<DraftLine> =>
  lineas.map((line, i) => draftLine(line, i, contact, organization, issues))

const draftLine = (
  line: LineInput,
  index: number,
  contact: Contact | null,
  organization: Organization,
  issues: Array<FieldIssue>,
): DraftLine => {
  if (orNull(line.producto_id) !== null) {
    issues.push({ campo: `lineas[${index}].producto_id`, motivo: "no existe ese producto" })
  }
  return {
    producto_id: orNull(line.producto_id),
    descripcion: line.descripcion ?? "",
    cantidad: line.cantidad ?? decimal6(1_000_000),
    precio: line.precio ?? decimal8(0n),
    descuento: line.descuento ?? contact?.descuento ?? decimal6(0),
    tipo_iva: line.tipo_iva ?? organization.tipo_iva_defecto,
    clase: line.clase ?? "goods",
    unidad: orNull(line.unidad),
  }
}

/** The totals of the lines; undefined, with the reasons in `issues`, where there are none. */
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

const issueOf = (problem: TotalsProblem): FieldIssue =>
  problem.kind === "rate_without_surcharge"
    ? { campo: `lineas[${problem.line}].tipo_iva`, motivo: "no tiene recargo de equivalencia" }
    : { campo: "lineas", motivo: "los importes no pueden pasar de 12 cifras enteras" }
