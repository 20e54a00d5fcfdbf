import { type CivilZone, offsetTimestamp } from "../calendar/civilZone.ts"
import { type Appended, appendRecord, type RecordPlace } from "./appendRecord.ts"
import { canonicalAlta } from "./huella.ts"
import type { InvoiceStatement } from "./invoiceStatement.ts"
import { qrUrl } from "./qr.ts"
import type { RecordFields, RegistryRecord } from "./RegistryRecord.ts"
import { type NumberedInvoice, statedFields } from "./statedFields.ts"

/** What an alta is made of: an invoice as it is being issued, and its place in the chain. */
export interface AltaSource extends RecordPlace {
  readonly invoice: NumberedInvoice
  readonly statement: InvoiceStatement
  /** Of the company as it is now, whatever territory the invoice goes by. */
  readonly zone: CivilZone
  readonly qrHost: "production" | "test"
  /** Set for a record that takes the place of another one of the invoice. */
  readonly amends?: Amended
}

/** What the tax authority has of the invoice whose record is made again (AEAT, validations 6). */
export type Amended =
  /** The record that is replaced. */
  | "held"
  /** An earlier record: the last one that was to replace it was refused. */
  | "heldBefore"
  /** Nothing: it refused the first record. */
  | "nothing"

/** The record of an invoice and the head of the chain after it. */
export type Alta = Appended<RegistryRecord & { readonly qr: string }>

/**
 * The record of an issued invoice (AEAT, RegistroAlta, fields in the order of the official schema), linked to
 * the last record of the company's chain. Each amount is written once; that very text is hashed and kept.
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
