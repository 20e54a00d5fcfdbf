import type { RecordFields } from "../../core/registry/RegistryRecord.ts"
import { blockIn, blocksIn, dayIn, hundredthsIn, textIn } from "./aeatFields.ts"

/** One DetalleDesglose: amounts in cents, rates in hundredths of a percent, undefined where they cannot be read. */
export interface BreakdownLine {
  readonly fields: RecordFields
  /** Where errors place it: "línea 2 del desglose". */
  readonly name: string
  /** Impuesto; 01 (IVA) if it is not stated. */
  readonly tax: string
  /** ClaveRegimen */
  readonly regime: string | undefined
  /** CalificacionOperacion */
  readonly qualification: string | undefined
  /** OperacionExenta */
  readonly exemption: string | undefined
  readonly rate: bigint | undefined
  readonly base: bigint | undefined
  /** BaseImponibleACoste */
  readonly cost: bigint | undefined
  readonly quota: bigint | undefined
  readonly surchargeRate: bigint | undefined
  readonly surchargeQuota: bigint | undefined
}

/** The parts of a RegistroAlta that the rules look at. Days are "2026-12-31". */
export interface AltaReading {
  readonly fields: RecordFields
  readonly today: string
  /** TipoFactura */
  readonly type: string | undefined
  /** TipoRectificativa */
  readonly correction: string | undefined
  /** FechaExpedicionFactura */
  readonly issued: string | undefined
  /** FechaOperacion */
  readonly operated: string | undefined
  /** The day whose rates apply: that of the operation, or else of issue. */
  readonly taxDay: string | undefined
  readonly issuer: string | undefined
  readonly recipients: ReadonlyArray<RecordFields>
  readonly lines: ReadonlyArray<BreakdownLine>
}

/** Reads a RegistroAlta as the rules need it. `today` is the day by AEAT's clock. */
export const readAlta = (fields: RecordFields, today: string): AltaReading => {
  const invoice = blockIn(fields, "IDFactura")
  const issued = dayIn(invoice, "FechaExpedicionFactura")
  const operated = dayIn(fields, "FechaOperacion")
  return {
    fields,
    today,
    type: textIn(fields, "TipoFactura"),
    correction: textIn(fields, "TipoRectificativa"),
    issued,
    operated,
    taxDay: operated ?? issued,
    issuer: textIn(invoice, "IDEmisorFactura"),
    recipients: blocksIn(blockIn(fields, "Destinatarios"), "IDDestinatario"),
    lines: blocksIn(blockIn(fields, "Desglose"), "DetalleDesglose").map(readLine),
  }
}

const readLine = (fields: RecordFields, index: number): BreakdownLine => ({
  fields,
  name: `línea ${index + 1} del desglose`,
  tax: textIn(fields, "Impuesto") ?? "01",
  regime: textIn(fields, "ClaveRegimen"),
  qualification: textIn(fields, "CalificacionOperacion"),
  exemption: textIn(fields, "OperacionExenta"),
  rate: hundredthsIn(fields, "TipoImpositivo"),
  base: hundredthsIn(fields, "BaseImponibleOimporteNoSujeto"),
  cost: hundredthsIn(fields, "BaseImponibleACoste"),
  quota: hundredthsIn(fields, "CuotaRepercutida"),
  surchargeRate: hundredthsIn(fields, "TipoRecargoEquivalencia"),
  surchargeQuota: hundredthsIn(fields, "CuotaRecargoEquivalencia"),
})

/** Whether it belongs to the lines of IVA, IGIC or no stated tax, to which AEAT limits some rules. */
export const isIvaOrIgic = (line: BreakdownLine): boolean => line.tax === "01" || line.tax === "03"
