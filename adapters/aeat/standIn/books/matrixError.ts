import { textIn } from "../../messages/messageFields.ts"
import type { MessageRecord } from "../../messages/recordKey.ts"
import type { HeldInvoice } from "./Ledger.ts"

/**
 * The error of a record that does not fit what is held of its invoice, by the table in AEAT's validations, 6; undefined when it
 * fits. The table names no codes: 3000 and 3002 are taken from the list of errors. When AEAT gives 3001 is not documented; with
 * `annulsOnce` it is given to the annulment of an annulled invoice, which the table allows.
 */
export const matrixError = (
  { campos, tipo }: MessageRecord,
  held: HeldInvoice | undefined,
  annulsOnce: boolean,
): 3000 | 3001 | 3002 | undefined => {
  const isNew = tipo === "alta"
    ? textIn(campos, "Subsanacion") !== "S" || textIn(campos, "RechazoPrevio") === "X"
    : textIn(campos, "SinRegistroPrevio") === "S"
  if (isNew) return held === undefined ? undefined : 3000
  if (held === undefined) return 3002
  return tipo === "anulacion" && held.estado === "Anulado" && annulsOnce ? 3001 : undefined
}
