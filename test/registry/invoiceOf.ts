import { Either } from "effect"
import type { Invoice, LineClass, Recipient } from "../../core/invoices/Invoice.ts"
import type { Rectification } from "../../core/invoices/Rectification.ts"
import { zeroCents } from "../../core/money/cents.ts"
import { type Decimal6, decimal6, decimal8 } from "../../core/money/decimal.ts"
import { exclusiveTotals } from "../../core/tax/totals.ts"
import { must } from "../support/issuing.ts"
import { day, sampleInvoice, sampleOrganizationId } from "../support/samples.ts"

/** Invoices in which only what the registry looks at matters. */

const id = sampleOrganizationId()
const sample = sampleInvoice(id, 1)
const sampleLine = must(sample.lineas[0])

/** The decimal of six places nearest to the number. */
export const decimal = (value: number): Decimal6 => decimal6(Math.round(value * 1_000_000))

/** A line: base in cents, rate in percent. */
export interface GivenLine {
  readonly rate: number
  readonly base: number
  readonly clase?: LineClass
}

/** 100 EUR of services at 21 %. */
export const everyday: ReadonlyArray<GivenLine> = [{ rate: 21, base: 10_000 }]

/** A recipient in Spain with a valid NIF. */
export const recipientOf = (given: Partial<Recipient> = {}): Recipient => ({
  id: "c1",
  nombre: "Cliente SL",
  nif: "12345678Z",
  nif_iva: null,
  email: null,
  direccion: null,
  ciudad: null,
  cp: null,
  provincia: null,
  pais: null,
  idioma: null,
  ...given,
})

/** A rectification by differences of a full invoice of 2026-01-15, without a stated cause. */
export const rectificationOf = (
  given: Partial<Omit<Rectification, "original">> = {},
  original: Partial<Rectification["original"]> = {},
): Rectification => ({
  original: {
    factura_id: "f1",
    nif: "B12345674",
    numserie: "A-7",
    fecha: day("2026-01-15"),
    operacion: null,
    simplificada: false,
    ...original,
  },
  metodo: "diferencias",
  motivo: "Devolución",
  causa: null,
  sustituido: { base: zeroCents, cuota: zeroCents, cuota_recargo: zeroCents },
  afterExchange: false,
  ...given,
})

/** An invoice of 2026-03-01 in EUR to a customer in Spain, with the totals of these lines. */
export const invoiceOf = (lines: ReadonlyArray<GivenLine> = everyday, given: Partial<Invoice> = {}): Invoice => {
  const lineas = lines.map(({ base, clase = "service", rate }) => ({
    ...sampleLine,
    // Ten thousand of them, so that any amount has a price within its bound.
    cantidad: decimal6(10_000_000_000),
    precio: decimal8(BigInt(base) * 100n),
    tipo_iva: decimal(rate),
    clase,
  }))
  const { recargo_equivalencia = false } = given
  const terms = { region: "peninsula", recargo_equivalencia, irpf: 0, suplidos: zeroCents } as const
  const { lineBases, rates } = Either.getOrThrow(exclusiveTotals(lineas, terms))
  return {
    ...sample,
    recipient: recipientOf(),
    lineas: lineas.map((line, i) => ({ ...line, base: must(lineBases[i]) })),
    rates,
    ...given,
  }
}
