import type { KeyMode } from "../access/keyText.ts"
import type { View } from "../commit/Command.ts"
import { conflict, type Conflict } from "../refusals/refusal.ts"
import type { Invoice } from "./Invoice.ts"
import { correctedBy, correctionsOf, isReplaced } from "./InvoiceCorrections.ts"
import { registeredRefusal } from "./lifecycleRefusals.ts"

/**
 * Why a draft that corrects invoices cannot be issued now: one of them is annulled, another stands in its place, or
 * it is in the registry (only live keys write there) or not in it (a record names only what has one).
 */
export const correctionRefusal = (draft: Invoice, view: View, modo: KeyMode): Conflict | undefined => {
  for (const { factura_id, numserie } of correctedBy(draft)) {
    const corrected = view.get("invoice", draft.organizationId, factura_id)
    if (corrected === undefined) throw new Error("a correction without what it corrects")
    const refusal = refusalOf(corrected, numserie, view, modo)
    if (refusal !== undefined) return refusal
  }
  return undefined
}

const refusalOf = (corrected: Invoice, numserie: string, view: View, modo: KeyMode): Conflict | undefined => {
  const { id, lifecycle, organizationId, registry } = corrected
  if (lifecycle !== "issued") {
    return conflict("original_anulada", `La factura ${numserie}, que esta corrige, está anulada.`)
  }
  if (isReplaced(view, organizationId, id)) return replacedRefusal(numserie)
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

/** Why an issued invoice cannot be annulled: an issued one, which is to be annulled first, corrects it. */
export const correctedRefusal = ({ id, organizationId }: Invoice, view: View): Conflict | undefined => {
  const { canjes, diferencias, sustituciones } = correctionsOf(view, organizationId, id)
  if (diferencias + sustituciones > 0) {
    return conflict("factura_rectificada", "La factura está rectificada: antes hay que anular la rectificativa.")
  }
  return canjes > 0
    ? conflict("factura_sustituida", "La factura está sustituida por una completa: antes hay que anular esa.")
    : undefined
}
