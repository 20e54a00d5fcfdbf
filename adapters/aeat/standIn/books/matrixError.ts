import { textIn } from "../../messages/recordFields.ts"
import type { MessageRecord } from "../../messages/recordKey.ts"
import type { HeldInvoice } from "./Ledger.ts"

/**
 * Why a record does not go with what is held of its invoice; undefined when it does (AEAT, validations 6). The table names
 * no codes: 3000 and 3002 are taken from the list of errors. When 3001 is given is not documented at all:
 * `annulsOnce` asks for it where an annulled invoice is annulled again, which the table admits.
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
