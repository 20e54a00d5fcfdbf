import { patched } from "../fields/patching.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import { surchargeOf } from "../invoices/taxedCompany.ts"
import { type Cents, cents, zeroCents } from "../money/cents.ts"
import { decimal6Text } from "../money/decimal.ts"
import { spanishDecimal } from "../money/spanishFormat.ts"
import type { Organization } from "../organizations/Organization.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import { type DefaultTerms, type DraftTerms, exchangeRate } from "./draftTerms.ts"
import type { InvoicePatch } from "./invoicePatch.ts"

/** The terms after a patch. The stored exchange rate is only good for its currency: another currency needs its own. */
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
    // Prices of lines that are sent without it are without tax, as in a new draft.
    precios_con_iva: patch.lineas === undefined
      ? patched(patch.precios_con_iva, draft.precios_con_iva, otherwise.precios_con_iva)
      : patch.precios_con_iva ?? false,
  }
}

/** The disbursements after a patch. Negative ones take back the original's, which only a rectification by differences does. */
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
 * The patch of a rectification, in the currency of its original; `original` is null for any other draft. Original and
 * rectification are parts of one operation, so another currency is added to `issues`, and replaced to find what else is wrong.
 * By differences the exchange rate is the original's too, that of the accrual (Ley 37/1992 art. 79.Once), so that both together
 * can come to zero in euros; by substitution the rate may be what is corrected.
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
 * What null resets the terms of a rectification to: those of its original, as when it was made. One that takes all of its
 * original back has the original's kind of prices and takes back its disbursements. Where lines were given, their prices are
 * without tax, and by differences there are no disbursements.
 */
export const originalTerms = (
  draft: Invoice,
  { lineas }: InvoicePatch,
  original: Invoice,
  company: Organization,
): DefaultTerms => {
  const substitutes = draft.rectifica?.metodo === "sustitucion"
  const takesAllBack = !substitutes && lineas === undefined && draft.base_imponible === -original.base_imponible
  return {
    divisa: original.divisa,
    tipo_cambio: original.tipo_cambio,
    forma_pago: original.forma_pago,
    irpf: original.irpf,
    recargo_equivalencia: surchargeOf(original, company),
    precios_con_iva: takesAllBack && original.precios_con_iva,
    suplidos: substitutes ? original.suplidos : takesAllBack ? cents(-original.suplidos) : zeroCents,
  }
}
