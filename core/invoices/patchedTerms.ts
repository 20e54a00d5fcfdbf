import { zeroCents } from "../money/cents.ts"
import type { FieldIssue } from "../refusals/refusal.ts"
import { type DefaultTerms, exchangeRate } from "./draftTerms.ts"
import type { Invoice } from "./Invoice.ts"
import type { InvoicePatch } from "./invoicePatch.ts"

/** What a property is after a patch: null makes it its default, and left out it stays. */
export const patched = <A>(sent: A | null | undefined, stored: A, otherwise: A): A =>
  sent === undefined ? stored : sent ?? otherwise

/** The terms of a draft that figures and payment follow. */
export type DraftTerms = Pick<
  Invoice,
  "divisa" | "tipo_cambio" | "forma_pago" | "irpf" | "recargo_equivalencia" | "suplidos" | "precios_con_iva"
>

/** The terms after a patch. An exchange rate stays with its currency: another one needs its own. */
export const patchedTerms = (
  draft: Invoice,
  patch: InvoicePatch,
  otherwise: DefaultTerms,
  issues: Array<FieldIssue>,
): DraftTerms => {
  const divisa = patched(patch.divisa, draft.divisa, otherwise.divisa)
  const usualRate = divisa === otherwise.divisa ? otherwise.tipo_cambio : null
  const storedRate = divisa === draft.divisa ? draft.tipo_cambio : usualRate
  return {
    divisa,
    tipo_cambio: exchangeRate(divisa, patched(patch.tipo_cambio, storedRate, usualRate), issues),
    forma_pago: patched(patch.forma_pago, draft.forma_pago, otherwise.forma_pago),
    irpf: patched(patch.irpf, draft.irpf, otherwise.irpf),
    recargo_equivalencia: patched(
      patch.recargo_equivalencia,
      draft.recargo_equivalencia,
      otherwise.recargo_equivalencia,
    ),
    suplidos: patched(patch.suplidos, draft.suplidos, otherwise.suplidos),
    // Lines that come without it are without tax, as in a new draft.
    precios_con_iva: patched(patch.precios_con_iva, draft.precios_con_iva && patch.lineas === undefined, false),
  }
}

/** What null resets the terms of a rectification to: those of its original, as when it was made. */
export const originalTerms = ({ rectifica }: Invoice, original: Invoice): DefaultTerms => ({
  divisa: original.divisa,
  tipo_cambio: original.tipo_cambio,
  forma_pago: original.forma_pago,
  irpf: original.irpf,
  recargo_equivalencia: original.recargo_equivalencia,
  suplidos: rectifica?.metodo === "sustitucion" ? original.suplidos : zeroCents,
})
