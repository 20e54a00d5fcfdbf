import { Either } from "effect"
import { instant } from "../../core/calendar/instant.ts"
import type { Invoice, InvoiceLine, Recipient } from "../../core/invoices/Invoice.ts"
import { issuerOf, recipientOf } from "../../core/invoices/parties.ts"
import { cents } from "../../core/money/cents.ts"
import { decimal6FromNumber, decimal8FromNumber } from "../../core/money/decimal.ts"
import type { LogoFacts } from "../../core/organizations/Letterhead.ts"
import type { Organization } from "../../core/organizations/Organization.ts"
import type { PrintableDocument } from "../../core/ports/PdfPrinter.ts"
import { printableInvoice } from "../../core/printing/printableInvoice.ts"
import { exclusiveTotals } from "../../core/tax/totals.ts"
import { day, sampleContact, sampleInvoice, sampleOrganization, sampleOrganizationId } from "../support/samples.ts"

/** A short line; unit price, percentages and quantity are plain numbers. */
export interface SampleLine {
  readonly text: string
  readonly price: number
  readonly count?: number
  readonly unit?: string | null
  readonly rate?: number
  readonly discount?: number
  readonly clase?: "goods" | "service"
}

const known = <A>(value: A | undefined): A => {
  if (value === undefined) throw new Error("no such decimal")
  return value
}

const lineOf = ({ clase = "service", count = 1, discount = 0, price, rate = 21, text, unit = "ud" }: SampleLine, at: number) => ({
  id: `line${at}`,
  producto_id: null,
  descripcion: text,
  cantidad: known(decimal6FromNumber(count)),
  precio: known(decimal8FromNumber(price)),
  precio_con_iva: null,
  precio_de_producto: null,
  descuento: known(decimal6FromNumber(discount)),
  tipo_iva: known(decimal6FromNumber(rate)),
  clase,
  unidad: unit,
})

const organizationId = sampleOrganizationId()

const company: Partial<Organization> = {
  nombre: "Talleres Hernández",
  razon_social: "Talleres Hernández Ibáñez, S.L.",
  direccion: "C/ de la Ribera, 46, 3.º B",
  ciudad: "Madrid",
  cp: "28042",
  provincia: "Madrid",
  pais: "España",
  email: "facturas@talleres-hernandez.es",
  telefono: "+34 910 123 456",
  web: "www.talleres-hernandez.es",
}

/** A customer with a long name and a full address. */
const sampleCustomer: Recipient = {
  ...recipientOf(sampleContact(organizationId, 1)),
  id: "c1",
  nombre: "Comunidad de Propietarios Avenida de América 12",
  nif: "H87654321",
  nif_iva: null,
  direccion: "Avenida de América, 12",
  ciudad: "Alcalá de Henares",
  cp: "28801",
  provincia: "Madrid",
  pais: "España",
  idioma: null,
}

/** How a document differs from an ordinary issued invoice. */
export interface Differences {
  readonly invoice?: Partial<Invoice>
  readonly organization?: Partial<Organization>
  readonly recipient?: Partial<Recipient> | null
  readonly logo?: LogoFacts
}

/** The printable document of a registered invoice with these lines, with figures computed as everywhere. */
export const printableOf = (lines: ReadonlyArray<SampleLine>, differences: Differences = {}): PrintableDocument => {
  const organization = sampleOrganization(organizationId, { ...company, ...differences.organization })
  const given = differences.invoice ?? {}
  const bare = lines.map(lineOf)
  const totals = Either.getOrThrow(exclusiveTotals(bare, {
    region: organization.region_fiscal,
    recargo_equivalencia: given.recargo_equivalencia ?? false,
    irpf: given.irpf ?? 0,
    suplidos: given.suplidos ?? cents(0),
  }))
  const { lineBases, unitPrices: _, ...sums } = totals
  const lineas = bare.map((line, i): InvoiceLine => ({ ...line, base: lineBases[i] ?? cents(0) }))
  const issued = sampleInvoice(organizationId, 1, {
    lifecycle: "issued",
    serie: "A",
    numero: 12,
    issuer: issuerOf(organization),
    recipient: differences.recipient === null ? null : { ...sampleCustomer, ...differences.recipient },
    fecha_emision: day("2026-11-20"),
    fecha_vencimiento: day("2026-12-20"),
    dias_vencimiento: 30,
    plazos: "30",
    registry: { huella: "A".repeat(64), registrada_en: instant(0), qr: qrAddress, lastRecord: "r1", held: null, aeat: null, regimes: null },
    emitida: instant(Date.UTC(2026, 10, 20, 12, 30)),
    lineas,
    ...sums,
    ...given,
  })
  return printableInvoice(issued, organization, differences.logo ?? null)
}

/** The address in the QR of the sample invoice. */
const qrAddress = "https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQR"
  + "?nif=B12345674&numserie=A-12&fecha=20-11-2026&importe=3032.23"

/** An ordinary invoice of five lines. */
export const ordinaryLines: ReadonlyArray<SampleLine> = [
  { text: "Mantenimiento preventivo de la instalación", price: 180 },
  { text: "Revisión anual, limpieza de filtros, desplazamiento y puesta en marcha de la caldera", count: 2.5, unit: "h", price: 45 },
  { text: "Válvula de tres vías DN20", count: 12, price: 38.755, discount: 5, clase: "goods" },
  { text: "Gas refrigerante R-32", count: 1.25, unit: "kg", price: 64.2, clase: "goods" },
  { text: "Desplazamiento", count: 34, unit: "km", price: 0.36 },
]
