import { Either } from "effect"
import { createHash, randomBytes } from "node:crypto"
import { addDays, aeatDate, parseCivilDate } from "../../core/calendar/civilDate.ts"
import { civilDateAt, offsetTimestamp } from "../../core/calendar/civilZone.ts"
import { instant } from "../../core/calendar/instant.ts"
import { isSpanishNif } from "../../core/identifiers/nif.ts"
import { makeUuid7 } from "../../core/identifiers/uuid7.ts"
import type { InvoiceInput } from "../../core/invoices/invoiceInput.ts"
import { cents } from "../../core/money/cents.ts"
import { decimal6, decimal6FromNumber, decimal6ToNumber, decimal8, decimal8ToNumber } from "../../core/money/decimal.ts"
import { registryAmount } from "../../core/registry/amounts.ts"
import { canonicalAlta } from "../../core/registry/huella.ts"
import { qrUrl } from "../../core/registry/qr.ts"
import { softwareFields } from "../../core/registry/software.ts"
import { rateHolds } from "../../core/tax/rates.ts"
import { exclusiveTotals } from "../../core/tax/totals.ts"
import { terms } from "./workload.ts"

/**
 * The documents of the comparator: plain objects with the content and size of ours, built as a careful program
 * by hand would. Ours are only the rules: totals, checks, the text that is hashed. The hash is Node's own.
 */

/** What an invoice keeps of its customer, and of the company that issues it. */
export interface Party {
  readonly id?: string
  readonly nombre: string
  readonly nif: string
  readonly email: string | null
}

interface Line {
  readonly id: string
  readonly producto_id: null
  readonly descripcion: string
  readonly cantidad: number
  readonly precio: number
  readonly precio_con_iva: null
  readonly descuento: number
  readonly tipo_iva: number
  readonly clase: string
  readonly unidad: string | null
  /** Cents. */
  readonly base: number
}

/** Amounts in cents. */
interface Rate {
  readonly tipo_iva: number
  readonly base: number
  readonly cuota: number
  readonly tipo_recargo: number
  readonly cuota_recargo: number
}

/** An invoice as the database gives it; amounts in cents. */
export interface InvoiceRow {
  readonly id: string
  readonly lifecycle: string
  readonly serie: string
  readonly numero: number | null
  readonly contacto_id: string
  readonly recipient: Party
  readonly fecha_emision: string
  readonly fecha_vencimiento: string | null
  readonly dias_vencimiento: number | null
  readonly forma_pago: string | null
  readonly notas: string | null
  readonly irpf: number
  readonly lineas: ReadonlyArray<Line>
  readonly rates: ReadonlyArray<Rate>
  readonly base_imponible: number
  readonly cuota_iva: number
  readonly cuota_irpf: number
  readonly total: number
  readonly registry: { readonly huella: string; readonly registrada_en: number; readonly qr: string } | null
  readonly creado: Date
}

/** The last record of the chain. */
export interface ChainRow {
  readonly orden: number
  readonly huella: string
  readonly nif: string
  readonly numserie: string
  readonly fecha: string
}

/** Identifiers in the order of time, as a competent program has them for the sake of its indexes. */
export const newId = ((): (() => string) => {
  const next = makeUuid7((count) => randomBytes(count))
  return () => next(instant(Date.now()))
})()

const todayInMadrid = (now: Date) => civilDateAt("Europe/Madrid", instant(now.getTime()))

/** A draft with every default filled in and its totals. */
export const draftOf = (
  input: InvoiceInput,
  recipient: Party & { readonly id: string },
  dias_vencimiento: number | null,
  now: Date,
): InvoiceRow => {
  const lines = (input.lineas ?? []).map((line) => ({
    descripcion: line.descripcion ?? "",
    cantidad: line.cantidad ?? decimal6(1_000_000),
    precio: line.precio ?? decimal8(0n),
    descuento: line.descuento ?? decimal6(0),
    tipo_iva: line.tipo_iva ?? decimal6(21_000_000),
    clase: line.clase ?? "goods",
    unidad: line.unidad ?? null,
  }))
  const settings = { region: "peninsula", recargo_equivalencia: false, irpf: 0, suplidos: cents(0) } as const
  const totals = Either.getOrThrow(exclusiveTotals(lines, settings))
  const today = todayInMadrid(now)
  return {
    id: newId(),
    lifecycle: "draft",
    serie: "A",
    numero: null,
    contacto_id: recipient.id,
    recipient,
    fecha_emision: today,
    fecha_vencimiento: dias_vencimiento === null ? null : addDays(today, dias_vencimiento),
    dias_vencimiento,
    forma_pago: input.forma_pago ?? null,
    notas: input.notas ?? null,
    irpf: 0,
    lineas: lines.map((line, i) => ({
      id: newId(),
      producto_id: null,
      descripcion: line.descripcion,
      cantidad: decimal6ToNumber(line.cantidad),
      precio: decimal8ToNumber(line.precio),
      precio_con_iva: null,
      descuento: decimal6ToNumber(line.descuento),
      tipo_iva: decimal6ToNumber(line.tipo_iva),
      clase: line.clase,
      unidad: line.unidad,
      base: totals.lineBases[i] ?? 0,
    })),
    rates: totals.rates.map((rate) => ({
      tipo_iva: decimal6ToNumber(rate.tipo_iva),
      base: rate.base,
      cuota: rate.cuota,
      tipo_recargo: 0,
      cuota_recargo: 0,
    })),
    base_imponible: totals.base_imponible,
    cuota_iva: totals.cuota_iva,
    cuota_irpf: totals.cuota_irpf,
    total: totals.total,
    registry: null,
    creado: now,
  }
}

/** An issued invoice with its record and the chain's new head. */
export const issueOf = (
  draft: InvoiceRow,
  issuer: Party,
  numero: number,
  previous: ChainRow | undefined,
  organizationId: string,
  now: Date,
) => {
  const fecha = todayInMadrid(now)
  check(draft, issuer, fecha)
  const numserie = `${draft.serie}-${numero}`
  const hashed = {
    IDEmisorFactura: issuer.nif,
    NumSerieFactura: numserie,
    FechaExpedicionFactura: aeatDate(fecha),
    TipoFactura: "F1",
    CuotaTotal: registryAmount(cents(draft.cuota_iva)),
    ImporteTotal: registryAmount(cents(draft.base_imponible + draft.cuota_iva)),
    Huella: previous?.huella ?? null,
    FechaHoraHusoGenRegistro: offsetTimestamp("Europe/Madrid", instant(now.getTime())),
  }
  const cadena = canonicalAlta(hashed)
  const huella = createHash("sha256").update(cadena).digest("hex").toUpperCase()
  const qr = qrUrl("test", { nif: issuer.nif, numserie, fecha, importe: hashed.ImporteTotal })
  const invoice: InvoiceRow = {
    ...draft,
    lifecycle: "issued",
    numero,
    fecha_emision: fecha,
    fecha_vencimiento: draft.dias_vencimiento === null ? draft.fecha_vencimiento : addDays(fecha, draft.dias_vencimiento),
    registry: { huella, registrada_en: now.getTime(), qr },
  }
  const head: ChainRow = { orden: (previous?.orden ?? 0) + 1, huella, nif: issuer.nif, numserie, fecha }
  const campos = recordFields(invoice, issuer, previous, { ...hashed, Huella: huella }, organizationId)
  return { invoice, head, cadena, campos, huella_anterior: hashed.Huella, qr }
}

const check = ({ lineas, rates, recipient }: InvoiceRow, issuer: Party, fecha: ReturnType<typeof todayInMadrid>): void => {
  const holds = ({ tipo_iva }: Rate) => rateHolds("peninsula", decimal6FromNumber(tipo_iva) ?? decimal6(0), fecha)
  if (lineas.length === 0) throw new Error("an invoice without lines")
  if (!isSpanishNif(issuer.nif) || !isSpanishNif(recipient.nif)) throw new Error("a wrong tax id")
  if (!rates.every(holds)) throw new Error("a rate that does not hold")
}

const recordFields = (
  invoice: InvoiceRow,
  issuer: Party,
  previous: ChainRow | undefined,
  hashed: Readonly<Record<string, string>>,
  organizationId: string,
) => ({
  IDVersion: "1.0",
  IDFactura: {
    IDEmisorFactura: hashed["IDEmisorFactura"],
    NumSerieFactura: hashed["NumSerieFactura"],
    FechaExpedicionFactura: hashed["FechaExpedicionFactura"],
  },
  NombreRazonEmisor: issuer.nombre,
  TipoFactura: "F1",
  DescripcionOperacion: invoice.lineas.map(({ descripcion }) => descripcion).join("; ").slice(0, 500),
  Destinatarios: { IDDestinatario: [{ NombreRazon: invoice.recipient.nombre, NIF: invoice.recipient.nif }] },
  Desglose: {
    DetalleDesglose: invoice.rates.map((rate) => ({
      Impuesto: "01",
      ClaveRegimen: "01",
      CalificacionOperacion: "S1",
      TipoImpositivo: String(rate.tipo_iva),
      BaseImponibleOimporteNoSujeto: registryAmount(cents(rate.base)),
      CuotaRepercutida: registryAmount(cents(rate.cuota)),
    })),
  },
  CuotaTotal: hashed["CuotaTotal"],
  ImporteTotal: hashed["ImporteTotal"],
  Encadenamiento: previous === undefined ? { PrimerRegistro: "S" } : {
    RegistroAnterior: {
      IDEmisorFactura: previous.nif,
      NumSerieFactura: previous.numserie,
      FechaExpedicionFactura: aeatDate(parseCivilDate(previous.fecha) ?? todayInMadrid(new Date(0))),
      Huella: previous.huella,
    },
  },
  SistemaInformatico: softwareFields(terms.software, organizationId),
  FechaHoraHusoGenRegistro: hashed["FechaHoraHusoGenRegistro"],
  TipoHuella: "01",
  Huella: hashed["Huella"],
})

/** The invoice as lists and events show it. */
export const summaryOf = (invoice: InvoiceRow) => ({
  id: invoice.id,
  serie: invoice.serie,
  numero: invoice.numero,
  referencia: invoice.numero === null ? null : `${invoice.serie}-${invoice.numero}`,
  tipo_documento: "invoice",
  tipo: "invoice",
  estado: invoice.lifecycle === "draft" ? "draft" : "sent",
  fecha_emision: invoice.fecha_emision,
  fecha_vencimiento: invoice.fecha_vencimiento,
  plazos: null,
  forma_pago: invoice.forma_pago,
  fecha_cobro: null,
  notas: invoice.notas,
  etiquetas: [],
  divisa: "EUR",
  tipo_cambio: 1,
  base_imponible: invoice.base_imponible / 100,
  cuota_iva: invoice.cuota_iva / 100,
  recargo_equivalencia: false,
  cuota_recargo: 0,
  irpf: invoice.irpf,
  cuota_irpf: invoice.cuota_irpf / 100,
  suplidos: 0,
  total: invoice.total / 100,
  cobrado: 0,
  pendiente: invoice.total / 100,
  creado: invoice.creado.toISOString(),
  verifactu: {
    registrada: invoice.registry !== null,
    huella: invoice.registry?.huella ?? null,
    registrada_en: invoice.registry === null ? null : new Date(invoice.registry.registrada_en).toISOString(),
    aeat: null,
  },
  contacto: {
    id: invoice.contacto_id,
    nombre: invoice.recipient.nombre,
    nif: invoice.recipient.nif,
    email: invoice.recipient.email,
  },
})

/** The invoice with its lines: the body of the answer. */
export const resourceOf = (invoice: InvoiceRow): string =>
  JSON.stringify({
    ...summaryOf(invoice),
    lineas: invoice.lineas.map((line) => ({
      id: line.id,
      producto_id: line.producto_id,
      descripcion: line.descripcion,
      cantidad: line.cantidad,
      precio: line.precio,
      descuento: line.descuento,
      tipo_iva: line.tipo_iva,
      clase: line.clase,
      unidad: line.unidad,
    })),
  })
