import type { Invoice } from "../invoices/Invoice.ts"
import { surchargeOf } from "../invoices/taxedCompany.ts"
import { type Cents, cents, zeroCents } from "../money/cents.ts"
import { decimal6Text } from "../money/decimal.ts"
import { spanishDecimal } from "../money/spanishFormat.ts"
import type { Organization } from "../organizations/Organization.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import { type DefaultTerms, type DraftTerms, exchangeRate } from "./draftTerms.ts"
import type { InvoicePatch } from "./invoicePatch.ts"

/** What a property is after a patch: null makes it its default, and left out it stays. */
export const patched = <A>(sent: A | null | undefined, stored: A, otherwise: A): A =>
  sent === undefined ? stored : sent ?? otherwise

/** The terms after a patch. An exchange rate stays with its currency: another one needs its own. */
export const patchedTerms = (
  draft: Invoice,
  patch: InvoicePatch,
  otherwise: DefaultTerms,
  issues: Array<FieldIssue>,
): DraftTerms => {
  const divisa = patched(patch.divisa, draft.divisa, otherwise.divisa)
  const storedRate = divisa === draft.divisa ? draft.tipo_cambio : otherwise.tipo_cambio
  return {
    divisa,
    tipo_cambio: exchangeRate(divisa, patched(patch.tipo_cambio, storedRate, otherwise.tipo_cambio), issues),
    forma_pago: patched(patch.forma_pago, draft.forma_pago, otherwise.forma_pago),
    irpf: patched(patch.irpf, draft.irpf, otherwise.irpf),
    recargo_equivalencia: patched(
      patch.recargo_equivalencia,
      draft.recargo_equivalencia,
      otherwise.recargo_equivalencia,
    ),
    suplidos: patchedDisbursements(draft, patch, otherwise, issues),
    // Lines that come without it are without tax, as in a new draft.
    precios_con_iva: patch.lineas === undefined
      ? patched(patch.precios_con_iva, draft.precios_con_iva, otherwise.precios_con_iva)
      : patch.precios_con_iva ?? false,
  }
}

/** Below zero they take back those of an original, which only differences do. */
const patchedDisbursements = (
  { rectifica, suplidos }: Invoice,
  { suplidos: sent }: InvoicePatch,
  otherwise: DefaultTerms,
  issues: Array<FieldIssue>,
): Cents => {
  if ((sent ?? 0) < 0 && rectifica?.metodo !== "diferencias") {
    issues.push({ campo: "suplidos", motivo: "solo pueden ser negativos en una rectificativa por diferencias" })
  }
  return patched(sent, suplidos, otherwise.suplidos)
}

/**
 * The patch of a rectification, without a currency that is not its original's: that is told in `issues`, as the two are
 * parts of one operation. Differences are at its exchange rate too (Ley 37/1992 art. 79.Once: that of the accrual), so
 * that both together can be nothing in euros; by substitution the rate may be what is corrected. `original` is null for
 * any other draft.
 */
export const inOriginalCurrency = (
  { rectifica }: Invoice,
  patch: InvoicePatch,
  original: Invoice | null,
  issues: Array<FieldIssue>,
): InvoicePatch => {
  if (original === null) return patch
  const { divisa, tipo_cambio } = original
  if ((patch.divisa ?? divisa) !== divisa) {
    issues.push({ campo: "divisa", motivo: `debe ser la de la factura original, ${divisa}` })
    return { ...patch, divisa, tipo_cambio }
  }
  const rate = patch.tipo_cambio ?? tipo_cambio
  if (rectifica?.metodo === "diferencias" && divisa !== "EUR" && rate !== tipo_cambio) {
    const motivo = `por diferencias debe ser el de la factura original, ${spanishDecimal(decimal6Text(tipo_cambio))}`
    issues.push({ campo: "tipo_cambio", motivo })
  }
  return patch
}

/**
 * What null resets the terms of a rectification to: those of its original, as when it was made. What gives all of that back
 * has its prices and gives back its disbursements; lines that were given are without tax, and as differences have none of these.
 */
export const originalTerms = (
  draft: Invoice,
  { lineas }: InvoicePatch,
  original: Invoice,
  company: Organization,
): DefaultTerms => {
  const substitutes = draft.rectifica?.metodo === "sustitucion"
  const givesAllBack = !substitutes && lineas === undefined && draft.base_imponible === -original.base_imponible
  return {
    divisa: original.divisa,
    tipo_cambio: original.tipo_cambio,
    forma_pago: original.forma_pago,
    irpf: original.irpf,
    recargo_equivalencia: surchargeOf(original, company),
    precios_con_iva: givesAllBack && original.precios_con_iva,
    suplidos: substitutes ? original.suplidos : givesAllBack ? cents(-original.suplidos) : zeroCents,
  }
}
