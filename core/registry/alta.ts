import { aeatDate } from "../calendar/civilDate.ts"
import { type CivilZone, offsetTimestamp } from "../calendar/civilZone.ts"
import type { Instant } from "../calendar/instant.ts"
import type { Invoice, Issuer, Recipient } from "../invoices/Invoice.ts"
import { decimal6Text } from "../money/decimal.ts"
import { reference } from "../numbering/series.ts"
import { type Region, taxOf } from "../tax/regions.ts"
import type { RateTotals } from "../tax/totals.ts"
import { registryAmount } from "./amounts.ts"
import type { ChainHead } from "./ChainHead.ts"
import { recordFigures } from "./euros.ts"
import { canonicalAlta, huellaOf } from "./huella.ts"
import { qrUrl } from "./qr.ts"
import { recipientNif } from "./recipientNif.ts"
import type { RecordFields, RegistryRecord } from "./RegistryRecord.ts"
import { type Software, softwareFields } from "./software.ts"

/** What an alta is made of: an invoice as it is being issued, and its place in the chain. */
export interface AltaSource {
  readonly id: string
  readonly invoice: Invoice & { readonly numero: number; readonly issuer: Issuer & { readonly nif: string } }
  readonly region: Region
  readonly zone: CivilZone
  readonly previous: ChainHead | undefined
  readonly now: Instant
  readonly software: Software
  readonly qrHost: "production" | "test"
}

/** The record of an invoice and the head of the chain after it. */
export interface Alta {
  readonly record: RegistryRecord & { readonly qr: string }
  readonly head: ChainHead
}

/**
 * The record of an issued invoice (AEAT, RegistroAlta, fields in the order of the official schema), linked to
 * the last record of the company's chain. Each amount is written once; that very text is hashed and kept.
 */
export const alta = (source: AltaSource): Alta => {
  const { invoice, previous, region } = source
  const { issuer } = invoice
  const figures = recordFigures(invoice)
  if (figures === undefined) throw new Error("an invoice beyond the bounds of a record passed the checks")
  const numserie = reference(invoice.serie, invoice.numero)
  const hashed = {
    IDEmisorFactura: issuer.nif,
    NumSerieFactura: numserie,
    FechaExpedicionFactura: aeatDate(invoice.fecha_emision),
    TipoFactura: invoice.recipient === null ? "F2" : "F1",
    CuotaTotal: registryAmount(figures.CuotaTotal),
    ImporteTotal: registryAmount(figures.ImporteTotal),
    Huella: previous?.huella ?? null,
    FechaHoraHusoGenRegistro: offsetTimestamp(source.zone, source.now),
  }
  const cadena = canonicalAlta(hashed)
  const huella = huellaOf(cadena)
  const campos: RecordFields = {
    IDVersion: "1.0",
    IDFactura: {
      IDEmisorFactura: hashed.IDEmisorFactura,
      NumSerieFactura: hashed.NumSerieFactura,
      FechaExpedicionFactura: hashed.FechaExpedicionFactura,
    },
    NombreRazonEmisor: issuer.nombre,
    TipoFactura: hashed.TipoFactura,
    DescripcionOperacion: description(invoice),
    ...(Math.abs(figures.ImporteTotal) >= largeOperation ? { Macrodato: "S" } : {}),
    ...(invoice.recipient === null ? {} : { Destinatarios: { IDDestinatario: [recipientFields(invoice.recipient)] } }),
    Desglose: { DetalleDesglose: figures.rates.map((rate) => breakdownFields(rate, region)) },
    CuotaTotal: hashed.CuotaTotal,
    ImporteTotal: hashed.ImporteTotal,
    Encadenamiento: previous === undefined ? { PrimerRegistro: "S" } : { RegistroAnterior: linkFields(previous) },
    SistemaInformatico: softwareFields(source.software, invoice.organizationId),
    FechaHoraHusoGenRegistro: hashed.FechaHoraHusoGenRegistro,
    TipoHuella: "01",
    Huella: huella,
  }
  const { fecha_emision: fecha, organizationId } = invoice
  const orden = (previous?.orden ?? 0) + 1
  return {
    record: {
      organizationId,
      id: source.id,
      factura_id: invoice.id,
      orden,
      tipo: "alta",
      subsanacion: false,
      generado: source.now,
      huella,
      huella_anterior: hashed.Huella,
      cadena,
      campos,
      qr: qrUrl(source.qrHost, { nif: issuer.nif, numserie, fecha, importe: hashed.ImporteTotal }),
    },
    head: { organizationId, id: organizationId, orden, huella, nif: issuer.nif, numserie, fecha, generado: source.now },
  }
}

/** From 100 000 000 EUR on a record says so (AEAT, Macrodato). */
const largeOperation = 10_000_000_000

const linkFields = (previous: ChainHead): RecordFields => ({
  IDEmisorFactura: previous.nif,
  NumSerieFactura: previous.numserie,
  FechaExpedicionFactura: aeatDate(previous.fecha),
  Huella: previous.huella,
})

/** A recipient is named by a Spanish NIF, else an intra-EU VAT id (IDType 02), else an id of its country (04). */
const recipientFields = (recipient: Recipient): RecordFields => {
  const { nif, nif_iva, nombre, pais } = recipient
  const spanish = recipientNif(recipient)
  if (spanish !== undefined) return { NombreRazon: nombre, NIF: spanish }
  if (nif_iva !== null) return { NombreRazon: nombre, IDOtro: { IDType: "02", ID: nif_iva } }
  return { NombreRazon: nombre, IDOtro: { CodigoPais: pais ?? "", IDType: "04", ID: nif ?? "" } }
}

const taxCode = { IVA: "01", IPSI: "02", IGIC: "03" } as const

/**
 * A taxed line is S1 with its rate and quota; one at zero is exempt under article 20 (E1) and shows the base alone:
 * it has no surcharge either.
 */
const breakdownFields = (rate: RateTotals, region: Region): RecordFields => ({
  Impuesto: taxCode[taxOf(region)],
  ClaveRegimen: "01",
  ...(rate.tipo_iva === 0 ? { OperacionExenta: "E1" } : {
    CalificacionOperacion: "S1",
    TipoImpositivo: decimal6Text(rate.tipo_iva),
  }),
  BaseImponibleOimporteNoSujeto: registryAmount(rate.base),
  ...(rate.tipo_iva === 0 ? {} : { CuotaRepercutida: registryAmount(rate.cuota) }),
  ...(rate.tipo_recargo === 0 ? {} : {
    TipoRecargoEquivalencia: decimal6Text(rate.tipo_recargo),
    CuotaRecargoEquivalencia: registryAmount(rate.cuota_recargo),
  }),
})

const descriptionMax = 500

/** What was sold, in one line of 500 characters at most. */
const description = ({ lineas }: Invoice): string => {
  let text = ""
  for (const { descripcion } of lineas) {
    text += `${text === "" ? "" : "; "}${descripcion.replaceAll(/\s+/g, " ").trim()}`
    // A character takes two code units at most.
    if (text.length > 2 * descriptionMax) break
  }
  return [...text].slice(0, descriptionMax).join("")
}
