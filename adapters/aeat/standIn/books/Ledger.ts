import { HashMap, HashSet, Option } from "effect"
import type { Instant } from "../../../../core/calendar/instant.ts"
import { blockIn, textIn } from "../../messages/messageFields.ts"
import { type InvoiceKey, invoiceOf, type MessageRecord } from "../../messages/recordKey.ts"

/** What the stand-in holds of an invoice. */
export interface HeldInvoice extends InvoiceKey {
  /** Its place in the order in which invoices first came. */
  readonly place: number
  /** Month of its operation, else of its issue: "2026-11". */
  readonly month: string
  readonly estado: "Correcto" | "AceptadoConErrores" | "Anulado"
  /** The code of the error that it was accepted with. */
  readonly codigo: number | null
  /** IdPeticion of the message that last changed it. */
  readonly peticion: string
  readonly at: Instant
  /** The record that last changed it. */
  readonly last: MessageRecord
}

/** Everything that the stand-in knows, as an immutable value. */
export interface Ledger {
  readonly invoices: HashMap.HashMap<string, HeldInvoice>
  /** Installations of invoicing software of which a record is stored: a record that claims to be their first gets 2007. */
  readonly installations: HashSet.HashSet<string>
  /** How many messages came so far. */
  readonly messages: number
}

/** Before any message. */
export const emptyLedger: Ledger = { invoices: HashMap.empty(), installations: HashSet.empty(), messages: 0 }

/** What is held of the invoice that a record names. */
export const heldOf = ({ invoices }: Ledger, record: MessageRecord): HeldInvoice | undefined =>
  Option.getOrUndefined(HashMap.get(invoices, keyText(invoiceOf(record))))

/** An accepted record. */
export interface Accepted extends Pick<HeldInvoice, "codigo" | "peticion" | "at"> {
  readonly record: MessageRecord
}

/** Stores a record: an alta replaces what was held of the invoice, an anulacion makes it annulled. */
export const stored = (ledger: Ledger, { at, codigo, peticion, record }: Accepted): Ledger => {
  const invoice = invoiceOf(record)
  const held = heldOf(ledger, record)
  const accepted = codigo === null ? "Correcto" : "AceptadoConErrores"
  const row: HeldInvoice = {
    ...invoice,
    place: held?.place ?? HashMap.size(ledger.invoices),
    month: record.tipo === "alta" || held === undefined ? monthOf(record, invoice) : held.month,
    estado: record.tipo === "alta" ? accepted : "Anulado",
    codigo,
    peticion,
    at,
    last: record,
  }
  return {
    ...ledger,
    invoices: HashMap.set(ledger.invoices, keyText(invoice), row),
    installations: HashSet.add(ledger.installations, installationOf(record)),
  }
}

/** The identity of an installation of invoicing software: issuer, producer, id and installation (AEAT, developer answers 4). */
export const installationOf = (record: MessageRecord): string => {
  const software = blockIn(record.campos, "SistemaInformatico")
  const producer = textIn(software, "NIF") ?? textIn(blockIn(software, "IDOtro"), "ID")
  const [id, installation] = ["IdSistemaInformatico", "NumeroInstalacion"].map((name) => textIn(software, name))
  return JSON.stringify([invoiceOf(record).nif, producer, id, installation])
}

const monthOf = ({ campos }: MessageRecord, { fecha }: InvoiceKey): string => {
  const [, month = "", year = ""] = (textIn(campos, "FechaOperacion") ?? fecha).split("-")
  return `${year}-${month}`
}

const keyText = ({ fecha, nif, numserie }: InvoiceKey): string => JSON.stringify([nif, numserie, fecha])
