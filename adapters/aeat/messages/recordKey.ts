import type { RecordFields } from "../../../core/registry/RegistryRecord.ts"
import { childOf, type Element, textOf } from "../xml/readXml.ts"
import { blockIn, textIn } from "./messageFields.ts"

/** A record as messages carry it. */
export interface MessageRecord {
  readonly tipo: "alta" | "anulacion"
  readonly campos: RecordFields
}

/** By what AEAT knows an invoice (web service 3). */
export interface InvoiceKey {
  /** Of the issuer. */
  readonly nif: string
  readonly numserie: string
  /** DD-MM-YYYY. */
  readonly fecha: string
}

/** The invoice that a record names; texts are empty where it names none. */
export const invoiceOf = ({ campos, tipo }: MessageRecord): InvoiceKey => {
  const suffix = tipo === "alta" ? "" : "Anulada"
  const id = blockIn(campos, "IDFactura")
  return invoiceKey((name) => textIn(id, `${name}${suffix}`))
}

/** One text for the invoice and the operation of a record. */
export const keyOfRecord = (record: MessageRecord): string => keyText(invoiceOf(record), record.tipo)

/** The same for a line of the answer. */
export const keyOfLine = (line: Element): string => {
  const id = childOf(line, "IDFactura")
  const operation = textOf(childOf(line, "Operacion"), "TipoOperacion") ?? ""
  return keyText(invoiceKey((name) => textOf(id, name)), operation.toLowerCase())
}

const invoiceKey = (textUnder: (name: string) => string | undefined): InvoiceKey => ({
  nif: textUnder("IDEmisorFactura") ?? "",
  numserie: textUnder("NumSerieFactura") ?? "",
  fecha: textUnder("FechaExpedicionFactura") ?? "",
})

const keyText = ({ fecha, nif, numserie }: InvoiceKey, operation: string): string =>
  JSON.stringify([nif, numserie, fecha, operation])
