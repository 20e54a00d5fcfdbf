import { createHash } from "node:crypto"
import { addDays, aeatDate, type CivilDate } from "../../../core/calendar/civilDate.ts"
import { offsetTimestamp } from "../../../core/calendar/civilZone.ts"
import { instant } from "../../../core/calendar/instant.ts"
import { isSpanishNif } from "../../../core/identifiers/nif.ts"
import { cents, centsText } from "../../../core/money/cents.ts"
import { decimal6, decimal6FromNumber } from "../../../core/money/decimal.ts"
import { type AltaFields, canonicalAlta } from "../../../core/registry/huella.ts"
import { qrUrl } from "../../../core/registry/qr.ts"
import { softwareFields } from "../../../core/registry/software.ts"
import { rateHolds } from "../../../core/tax/rates.ts"
import { terms } from "../workload.ts"
import { dayOf, type InvoiceRow, type Party, type Rate } from "./documents.ts"

/** The last record of the chain. */
export interface ChainRow {
  readonly orden: number
  readonly huella: string
  readonly nif: string
  readonly numserie: string
  readonly fecha: CivilDate
}

/** An issued invoice, its record, and the new head of the chain. Node computes the hash: nothing is faster. */
export const issueOf = (
  draft: InvoiceRow,
  issuer: Party,
  numero: number,
  previous: ChainRow | undefined,
  organizationId: string,
  now: Date,
) => {
  const { dias_vencimiento } = draft
  const fecha = dayOf(now)
  check(draft, issuer, fecha)
  const numserie = `${draft.serie}-${numero}`
  const hashed = {
    IDEmisorFactura: issuer.nif,
    NumSerieFactura: numserie,
    FechaExpedicionFactura: aeatDate(fecha),
    TipoFactura: "F1",
    CuotaTotal: centsText(cents(draft.cuota_iva)),
    ImporteTotal: centsText(cents(draft.base_imponible + draft.cuota_iva)),
    Huella: previous?.huella ?? null,
    FechaHoraHusoGenRegistro: offsetTimestamp("Europe/Madrid", instant(now.getTime())),
  }
  const cadena = canonicalAlta(hashed)
  const huella = createHash("sha256").update(cadena).digest("hex").toUpperCase()
  const qr = qrUrl(terms.qrHost, { nif: issuer.nif, numserie, fecha, importe: hashed.ImporteTotal })
  const invoice: InvoiceRow = {
    ...draft,
    issuer,
    lifecycle: "issued",
    numero,
    fecha_emision: fecha,
    fecha_vencimiento: dias_vencimiento === null ? draft.fecha_vencimiento : addDays(fecha, dias_vencimiento),
    registry: { huella, registrada_en: now.getTime(), qr },
  }
  const head: ChainRow = { orden: (previous?.orden ?? 0) + 1, huella, nif: issuer.nif, numserie, fecha }
  const campos = recordFields(invoice, issuer, previous, hashed, huella, organizationId)
  return { invoice, head, cadena, campos, huella_anterior: hashed.Huella, qr }
}

const check = ({ lineas, rates, recipient }: InvoiceRow, issuer: Party, day: CivilDate): void => {
  const holds = ({ tipo_iva }: Rate) =>
    rateHolds("peninsula", decimal6FromNumber(tipo_iva) ?? decimal6(0), day)
  if (lineas.length === 0) throw new Error("an invoice without lines")
  if (!isSpanishNif(issuer.nif) || !isSpanishNif(recipient?.nif ?? "")) throw new Error("a wrong tax id")
  if (!rates.every(holds)) throw new Error("a rate that does not hold")
}

const recordFields = (
  invoice: InvoiceRow,
  issuer: Party,
  previous: ChainRow | undefined,
  hashed: AltaFields,
  huella: string,
  organizationId: string,
) => ({
  IDVersion: "1.0",
  IDFactura: {
    IDEmisorFactura: hashed.IDEmisorFactura,
    NumSerieFactura: hashed.NumSerieFactura,
    FechaExpedicionFactura: hashed.FechaExpedicionFactura,
  },
  NombreRazonEmisor: issuer.nombre,
  TipoFactura: "F1",
  DescripcionOperacion: invoice.lineas.map(({ descripcion }) => descripcion).join("; ").slice(0, 500),
  Destinatarios: {
    IDDestinatario: [{ NombreRazon: invoice.recipient?.nombre, NIF: invoice.recipient?.nif }],
  },
  Desglose: {
    DetalleDesglose: invoice.rates.map((rate) => ({
      Impuesto: "01",
      ClaveRegimen: "01",
      CalificacionOperacion: "S1",
      TipoImpositivo: String(rate.tipo_iva),
      BaseImponibleOimporteNoSujeto: centsText(cents(rate.base)),
      CuotaRepercutida: centsText(cents(rate.cuota)),
    })),
  },
  CuotaTotal: hashed.CuotaTotal,
  ImporteTotal: hashed.ImporteTotal,
  Encadenamiento: previous === undefined ? { PrimerRegistro: "S" } : {
    RegistroAnterior: {
      IDEmisorFactura: previous.nif,
      NumSerieFactura: previous.numserie,
      FechaExpedicionFactura: aeatDate(previous.fecha),
      Huella: previous.huella,
    },
  },
  SistemaInformatico: softwareFields(terms.software, organizationId),
  FechaHoraHusoGenRegistro: hashed.FechaHoraHusoGenRegistro,
  TipoHuella: "01",
  Huella: huella,
})
