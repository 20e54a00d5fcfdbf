import type { KeyMode } from "../access/keyText.ts"
import type { View } from "../commit/Command.ts"
import type { Invoice } from "../invoices/Invoice.ts"
import {
  invoicesCorrectedBy,
  correctionsOf,
  differencesOf,
  differsTooMuch,
  isReplaced,
  invoicesReplacedBy,
  replacementsOf,
} from "../invoices/InvoiceCorrections.ts"
import { registeredRefusal } from "../invoices/lifecycleRefusals.ts"
import { conflict, type Conflict } from "../refusals/refusal.ts"

/**
 * Why a draft that corrects invoices cannot be issued now: one of them is annulled, another stands in its place, or
 * it is in the registry (only live keys write there) or not in it (a record names only what has one), or what it is to
 * stand in the place of is entangled in corrections.
 */
export const correctionRefusal = (draft: Invoice, view: View, modo: KeyMode): Conflict | undefined => {
  const replaces = invoicesReplacedBy(draft).length > 0
  for (const { factura_id, numserie } of invoicesCorrectedBy(draft)) {
    const corrected = view.get("invoice", draft.organizationId, factura_id)
    if (corrected === undefined) throw new Error("a correction without what it corrects")
    const refusal = refusalOf(corrected, numserie, view, modo) ??
      (replaces ? entangledRefusal(corrected, numserie, view) : undefined)
    if (refusal !== undefined) return refusal
  }
  return undefined
}

const refusalOf = (corrected: Invoice, numserie: string, view: View, modo: KeyMode): Conflict | undefined => {
  const { lifecycle, registry } = corrected
  if (lifecycle !== "issued") {
    return conflict("original_anulada", `La factura ${numserie}, que esta corrige, está anulada.`)
  }
  if (isReplaced(view, corrected)) return replacedRefusal(numserie)
  if (modo === "live" && registry === null) {
    const mensaje = `La factura ${numserie} se emitió con una clave de prueba: no está en el registro.`
    return conflict("factura_sin_registro", mensaje)
  }
  return modo === "test" && registry !== null
    ? registeredRefusal(`La factura ${numserie} está registrada: solo se corrige con una clave real.`)
    : undefined
}

/** Another invoice stands in the place of this one. */
export const replacedRefusal = (numserie: string): Conflict =>
  conflict("factura_ya_sustituida", `La factura ${numserie} ya está sustituida por otra: se corrige esa.`)

/**
 * Why nothing can stand in the place of this invoice: what tells differences from it is too long, or itself corrected. To
 * follow such corrections of corrections would take a read for each, and they have no end.
 */
export const entangledRefusal = ({ id, organizationId }: Invoice, numserie: string, view: View): Conflict | undefined => {
  const isCorrected = (one: Invoice): boolean => {
    const { diferencias, sustituciones } = correctionsOf(view, organizationId, one.id)
    return diferencias.length + sustituciones > 0
  }
  const refuse = (why: string): Conflict =>
    conflict("factura_rectificada", `${why}: esa factura ya solo se rectifica por diferencias.`)
  if (differsTooMuch(view, organizationId, id)) {
    return refuse(`Las rectificativas de la factura ${numserie} tienen demasiadas líneas`)
  }
  return differencesOf(view, organizationId, id).some(isCorrected)
    ? refuse(`Una rectificativa de la factura ${numserie} está a su vez rectificada`)
    : undefined
}

/** Why an issued invoice cannot be annulled: an issued one, which is to be annulled first, corrects it. */
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
