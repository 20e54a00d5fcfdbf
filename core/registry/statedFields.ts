import { aeatDate } from "../calendar/civilDate.ts"
import type { Invoice, Issuer, Recipient } from "../invoices/Invoice.ts"
import type { InvoiceReference } from "../invoices/invoiceReference.ts"
import type { Rectification } from "../invoices/Rectification.ts"
import { reference } from "../invoices/reference.ts"
import { centsText } from "../money/cents.ts"
import { decimal6Text } from "../money/decimal.ts"
import { type Tax, taxOf } from "../tax/regions.ts"
import { cutText } from "../text/cutText.ts"
import type { BreakdownLine } from "./breakdown.ts"
import type { InvoiceStatement } from "./invoiceStatement.ts"
import { identityFields, type RecipientIdentity } from "./recipientIdentity.ts"
import type { RecordFields } from "./RegistryRecord.ts"

/** An invoice that has a number and an issuer with a NIF, so that an alta can be made of it. */
export type NumberedInvoice = Invoice & {
  readonly numero: number
  readonly issuer: Issuer & { readonly nif: string }
}

/**
 * The fields of an alta about its invoice, in the order of the official schema (AEAT, RegistroAlta), with amounts in EUR.
 * `amendment` holds the fields that mark a record which replaces an earlier one.
 */
export const statedFields = (
  { fecha_emision, issuer, lineas, numero, recipient, rectifica, serie, sustituye }: NumberedInvoice,
  { figures, identity, kind, operationDate }: InvoiceStatement,
  amendment: RecordFields = {},
): StatedFields => ({
  IDFactura: {
    IDEmisorFactura: issuer.nif,
    NumSerieFactura: reference(serie, numero),
    FechaExpedicionFactura: aeatDate(fecha_emision),
  },
  NombreRazonEmisor: issuer.nombre,
  ...amendment,
  TipoFactura: kind,
  ...(rectifica === null ? {} : rectificationFields(rectifica)),
  ...(sustituye.length === 0 ? {} : { FacturasSustituidas: { IDFacturaSustituida: sustituye.map(referenceFields) } }),
  ...(rectifica?.metodo === "sustitucion" ? { ImporteRectificacion: replacedFields(rectifica) } : {}),
  ...(operationDate === null ? {} : { FechaOperacion: aeatDate(operationDate) }),
  DescripcionOperacion: description(lineas),
  ...(Math.abs(figures.ImporteTotal) >= largeOperation ? { Macrodato: "S" } : {}),
  ...(recipient === null || identity === null ? {} : { Destinatarios: recipientFields(recipient, identity) }),
  Desglose: { DetalleDesglose: figures.lines.map((line) => breakdownFields(line, taxOf(issuer.region_fiscal))) },
  CuotaTotal: centsText(figures.CuotaTotal),
  ImporteTotal: centsText(figures.ImporteTotal),
})

/** Of the fields, those that go into the huella are always there. */
interface StatedFields extends RecordFields {
  readonly IDFactura: {
    readonly IDEmisorFactura: string
    readonly NumSerieFactura: string
    readonly FechaExpedicionFactura: string
  }
  readonly TipoFactura: InvoiceStatement["kind"]
  readonly CuotaTotal: string
  readonly ImporteTotal: string
}

/** Records of 100 000 000 EUR or more, here in cents, are marked as such (AEAT, Macrodato). */
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

/** A line states rate, tax amount and surcharge only if it is taxed (S1), else only the base (AEAT, errors 1237 and 1238). */
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

/** What was sold, as one line of at most 500 characters, in UTF-16 code units as for names (`recordNameMax`). */
const description = (lineas: Invoice["lineas"]): string => {
  let text = ""
  for (const { descripcion } of lineas) {
    text += `${text === "" ? "" : "; "}${descripcion.replaceAll(/\s+/g, " ").trim()}`
    if (text.length > descriptionMax) break
  }
  return cutText(text, descriptionMax)
}
