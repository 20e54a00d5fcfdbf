import type { KeyMode } from "../access/keyText.ts"
import type { View } from "../commit/Command.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import {
  correctionsOf,
  differsTooMuch,
  invoicesCorrectedBy,
  invoicesReplacedBy,
  isDifferable,
  isReplaced,
  replacedDifferences,
  type Replacement,
  replacementsOf,
} from "../invoices/InvoiceCorrections.ts"
import { registeredRefusal } from "../invoices/lifecycleRefusals.ts"
import type { RectificationMethod } from "../invoices/Rectification.ts"
import { conflict, type Conflict } from "../refusals/refusal.ts"

/**
 * Why a draft that corrects invoices cannot be issued now; undefined where it can, or corrects none. One of the invoices
 *
 * - is annulled;
 * - has another in its place (`replacedRefusal`), or nothing can stand in its place (`entangledRefusal`);
 * - has a record, and the key is a test key, which writes none;
 * - has no record, and the key is live: the draft's record would name an invoice that is not registered.
 */
export const correctionRefusal = (draft: Invoice, view: View, modo: KeyMode): Conflict | undefined => {
  const replaces = invoicesReplacedBy(draft).length > 0
  for (const { factura_id, numserie } of invoicesCorrectedBy(draft)) {
    const corrected = view.get("invoice", draft.organizationId, factura_id)
    if (corrected === undefined) throw new Error("a correction without what it corrects")
    const refusal = refusalOf(corrected, numserie, view, modo, draft.rectifica?.metodo) ??
      (replaces ? entangledRefusal(corrected, numserie, view, draft.rectifica === null ? "canje" : "sustitucion") : undefined)
    if (refusal !== undefined) return refusal
  }
  return undefined
}

const refusalOf = (
  corrected: Invoice,
  numserie: string,
  view: View,
  modo: KeyMode,
  metodo: RectificationMethod | undefined,
): Conflict | undefined => {
  const { lifecycle, registry } = corrected
  if (lifecycle !== "issued") {
    return conflict("original_anulada", `La factura ${numserie}, que esta corrige, está anulada.`)
  }
  const replaced = replacedRefusal(corrected, numserie, view, metodo)
  if (replaced !== undefined) return replaced
  if (modo === "live" && registry === null) {
    const mensaje = `La factura ${numserie} se emitió con una clave de prueba: no está en el registro.`
    return conflict("factura_sin_registro", mensaje)
  }
  return modo === "test" && registry !== null
    ? registeredRefusal(`La factura ${numserie} está registrada: solo se corrige con una clave real.`)
    : undefined
}

/**
 * Why an invoice cannot be corrected any more by this method, or by an exchange where that is undefined: another invoice
 * stands in its place, and is what has to be corrected.
 */
export const replacedRefusal = (
  corrected: Invoice,
  numserie: string,
  view: View,
  metodo: RectificationMethod | undefined,
): Conflict | undefined => {
  const isOpen = metodo === "diferencias" ? isDifferable(view, corrected) : !isReplaced(view, corrected)
  return isOpen ? undefined : conflict("factura_ya_sustituida", `La factura ${numserie} ya está sustituida por otra: se corrige esa.`)
}

/**
 * Why nothing can stand in the place of this invoice: its rectifications by differences have too many lines, or are corrected
 * themselves. Corrections of corrections can go on without end, and following each would take another read.
 */
export const entangledRefusal = (
  { id, organizationId }: Invoice,
  numserie: string,
  view: View,
  by: Replacement,
): Conflict | undefined => {
  const isCorrected = (one: Invoice): boolean => {
    const { canjes, diferencias, sustituciones } = correctionsOf(view, organizationId, one.id)
    return canjes + diferencias.length + sustituciones > 0
  }
  const refuse = (why: string): Conflict =>
    conflict("factura_rectificada", `${why}: esa factura ya solo se rectifica por diferencias.`)
  if (differsTooMuch(view, organizationId, id)) {
    return refuse(`Las rectificativas de la factura ${numserie} tienen demasiadas líneas`)
  }
  return replacedDifferences(view, organizationId, id, by).some(isCorrected)
    ? refuse(`Una rectificativa de la factura ${numserie} está a su vez corregida`)
    : undefined
}

/** Why an issued invoice cannot be annulled: another issued invoice corrects it, and has to be annulled first. */
export const correctedRefusal = (invoice: Invoice, view: View): Conflict | undefined => {
  const { diferencias } = correctionsOf(view, invoice.organizationId, invoice.id)
  const { canjes, sustituciones } = replacementsOf(view, invoice)
  if (diferencias.length + sustituciones > 0) {
    return conflict("factura_rectificada", "La factura está rectificada: antes hay que anular la rectificativa.")
  }
  return canjes > 0
    ? conflict("factura_sustituida", "La factura está sustituida por una completa: antes hay que anular esa.")
    : undefined
}
