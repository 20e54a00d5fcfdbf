import { aeatDate } from "../calendar/civilDate.ts"
import { offsetTimestamp, zoneOfRegion } from "../calendar/civilZone.ts"
import type { Rectification } from "../corrections/Rectification.ts"
import type { Invoice, Issuer, Recipient } from "../invoices/Invoice.ts"
import type { InvoiceReference } from "../invoices/invoiceReference.ts"
import { centsText } from "../money/cents.ts"
import { decimal6Text } from "../money/decimal.ts"
import { reference } from "../numbering/series.ts"
import { type Tax, taxOf } from "../tax/regions.ts"
import { type Appended, appendRecord, type RecordPlace } from "./appendRecord.ts"
import type { BreakdownLine } from "./breakdown.ts"
import { canonicalAlta } from "./huella.ts"
import type { InvoiceStatement } from "./invoiceStatement.ts"
import { qrUrl } from "./qr.ts"
import { identityFields, type RecipientIdentity } from "./recipientIdentity.ts"
import type { RecordFields, RegistryRecord } from "./RegistryRecord.ts"

/** What an alta is made of: an invoice as it is being issued, and its place in the chain. */
export interface AltaSource extends RecordPlace {
  readonly invoice: Invoice & { readonly numero: number; readonly issuer: Issuer & { readonly nif: string } }
  readonly statement: InvoiceStatement
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
  const { invoice, qrHost } = source
  const { fecha_emision: fecha, issuer, organizationId, recipient, rectifica, sustituye } = invoice
  const { figures, identity, kind, operationDate } = source.statement
  const numserie = reference(invoice.serie, invoice.numero)
  const IDFactura = {
    IDEmisorFactura: issuer.nif,
    NumSerieFactura: numserie,
    FechaExpedicionFactura: aeatDate(fecha),
  }
  const totals = { CuotaTotal: centsText(figures.CuotaTotal), ImporteTotal: centsText(figures.ImporteTotal) }
  const generated = offsetTimestamp(zoneOfRegion(issuer.region_fiscal), source.now)
  const campos: RecordFields = {
    IDVersion: "1.0",
    IDFactura,
    NombreRazonEmisor: issuer.nombre,
    ...(source.amends === undefined ? {} : amendmentFields[source.amends]),
    TipoFactura: kind,
    ...(rectifica === null ? {} : rectificationFields(rectifica)),
    ...(sustituye.length === 0 ? {} : { FacturasSustituidas: { IDFacturaSustituida: sustituye.map(referenceFields) } }),
    ...(rectifica?.metodo === "sustitucion" ? { ImporteRectificacion: replacedFields(rectifica) } : {}),
    ...(operationDate === null ? {} : { FechaOperacion: aeatDate(operationDate) }),
    DescripcionOperacion: description(invoice),
    ...(Math.abs(figures.ImporteTotal) >= largeOperation ? { Macrodato: "S" } : {}),
    ...(recipient === null || identity === null ? {} : { Destinatarios: recipientFields(recipient, identity) }),
    Desglose: { DetalleDesglose: figures.lines.map((line) => breakdownFields(line, taxOf(issuer.region_fiscal))) },
    ...totals,
  }
  return appendRecord({ organizationId, factura_id: invoice.id, nif: issuer.nif, numserie, fecha }, source, {
    tipo: "alta",
    subsanacion: source.amends !== undefined,
    cadena: canonicalAlta({
      TipoFactura: kind,
      Huella: source.previous?.huella ?? null,
      FechaHoraHusoGenRegistro: generated,
      ...IDFactura,
      ...totals,
    }),
    generated,
    campos,
    qr: qrUrl(qrHost, { nif: issuer.nif, numserie, fecha, importe: totals.ImporteTotal }),
  })
}

const amendmentFields: Readonly<Record<Amended, RecordFields>> = {
  held: { Subsanacion: "S" },
  heldBefore: { Subsanacion: "S", RechazoPrevio: "S" },
  nothing: { Subsanacion: "S", RechazoPrevio: "X" },
}

/** From 100 000 000 EUR on a record says so (AEAT, Macrodato). */
const largeOperation = 10_000_000_000

const referenceFields = ({ fecha, nif, numserie }: InvoiceReference): RecordFields => ({
  IDEmisorFactura: nif,
  NumSerieFactura: numserie,
  FechaExpedicionFactura: aeatDate(fecha),
})

const rectificationFields = ({ metodo, original }: Rectification): RecordFields => ({
  TipoRectificativa: metodo === "sustitucion" ? "S" : "I",
  FacturasRectificadas: { IDFacturaRectificada: [referenceFields(original)] },
})

const replacedFields = ({ sustituido: { base, cuota, cuota_recargo } }: Rectification): RecordFields => ({
  BaseRectificada: centsText(base),
  CuotaRectificada: centsText(cuota),
  ...(cuota_recargo === 0 ? {} : { CuotaRecargoRectificado: centsText(cuota_recargo) }),
})

const recipientFields = ({ nombre }: Recipient, identity: RecipientIdentity): RecordFields =>
  ({ IDDestinatario: [{ NombreRazon: nombre, ...identityFields(identity) }] })

const taxCode: Readonly<Record<Tax, string>> = { IVA: "01", IPSI: "02", IGIC: "03" }

/** Only what is taxed (S1) shows rate, quota and surcharge; anything else the base alone (AEAT, errors 1237, 1238). */
const breakdownFields = (line: BreakdownLine, tax: Tax): RecordFields => {
  const Impuesto = taxCode[tax]
  const ClaveRegimen = line.regime
  const BaseImponibleOimporteNoSujeto = centsText(line.base)
  switch (line.operation) {
    case "S1":
      return {
        Impuesto,
        ClaveRegimen,
        CalificacionOperacion: "S1",
        TipoImpositivo: decimal6Text(line.tipo_iva),
        BaseImponibleOimporteNoSujeto,
        CuotaRepercutida: centsText(line.cuota),
        ...(line.tipo_recargo === 0 ? {} : {
          TipoRecargoEquivalencia: decimal6Text(line.tipo_recargo),
          CuotaRecargoEquivalencia: centsText(line.cuota_recargo),
        }),
      }
    case "N2":
      return { Impuesto, ClaveRegimen, CalificacionOperacion: "N2", BaseImponibleOimporteNoSujeto }
    default:
      return { Impuesto, ClaveRegimen, OperacionExenta: line.operation, BaseImponibleOimporteNoSujeto }
  }
}

const descriptionMax = 500

/** What is left at the end of a text of a character that was cut in two. */
const halfPair = /\p{Surrogate}$/u

/**
 * What was sold, in one line of 500 characters at most; those beyond U+FFFF count as two, for some validators of schemas
 * count them so.
 */
const description = ({ lineas }: Invoice): string => {
  let text = ""
  for (const { descripcion } of lineas) {
    text += `${text === "" ? "" : "; "}${descripcion.replaceAll(/\s+/g, " ").trim()}`
    if (text.length > descriptionMax) break
  }
  return text.slice(0, descriptionMax).replace(halfPair, "")
}
