import { type CivilZone, offsetTimestamp } from "../calendar/civilZone.ts"
import { type Appended, appendRecord, type RecordPlace } from "./appendRecord.ts"
import { canonicalAlta } from "./huella.ts"
import type { InvoiceStatement } from "./invoiceStatement.ts"
import { qrUrl } from "./qr.ts"
import type { RecordFields, RegistryRecord } from "./RegistryRecord.ts"
import { type NumberedInvoice, statedFields } from "./statedFields.ts"

/** What an alta, the record of an issued invoice, is made of: the invoice, and a place in the chain. */
export interface AltaSource extends RecordPlace {
  readonly invoice: NumberedInvoice
  readonly statement: InvoiceStatement
  /** The company's time zone of now, even if the invoice is taxed in a territory that it has left. */
  readonly zone: CivilZone
  readonly qrHost: "production" | "test"
  /** Given for a record that replaces an earlier one of the invoice (subsanación). */
  readonly amends?: Amended
}

/** What the tax authority holds of an invoice whose record is made again (AEAT, validations 6). */
export type Amended =
  /** The newest record, which is now replaced. */
  | "held"
  /** An older record: it refused the newest, which was to replace that one. */
  | "heldBefore"
  /** Nothing: it refused the first record. */
  | "nothing"

/** The record of an invoice, and the chain's head after it. */
export type Alta = Appended<RegistryRecord & { readonly qr: string }>

/**
 * Makes the record of an issued invoice (AEAT, RegistroAlta, with its fields in the order of the official schema) and links it
 * to the last one of the company's chain. Each amount is turned into text once, so that the text hashed is the text kept.
 */
export const alta = (source: AltaSource): Alta => {
  const { amends, invoice, previous, qrHost, statement, zone } = source
  const { fecha_emision: fecha, issuer: { nif }, organizationId } = invoice
  const stated = statedFields(invoice, statement, amends === undefined ? {} : amendmentFields[amends])
  const { CuotaTotal, IDFactura, ImporteTotal, TipoFactura } = stated
  const numserie = IDFactura.NumSerieFactura
  const generated = offsetTimestamp(zone, source.now)
  return appendRecord({ organizationId, factura_id: invoice.id, nif, numserie, fecha }, source, {
    tipo: "alta",
    subsanacion: amends !== undefined,
    cadena: canonicalAlta({
      ...IDFactura,
      TipoFactura,
      CuotaTotal,
      ImporteTotal,
      Huella: previous?.huella ?? null,
      FechaHoraHusoGenRegistro: generated,
    }),
    generated,
    campos: { IDVersion: "1.0", ...stated },
    qr: qrUrl(qrHost, { nif, numserie, fecha, importe: ImporteTotal }),
  })
}

const amendmentFields: Readonly<Record<Amended, RecordFields>> = {
  held: { Subsanacion: "S" },
  heldBefore: { Subsanacion: "S", RechazoPrevio: "S" },
  nothing: { Subsanacion: "S", RechazoPrevio: "X" },
}
