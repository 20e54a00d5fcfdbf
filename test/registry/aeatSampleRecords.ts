import { assert } from "@effect/vitest"
import type { RecordField, RecordFields } from "../../core/registry/RegistryRecord.ts"
import { recomputedHuella } from "./aeatChainValidations.ts"
import { blockIn } from "./aeatFields.ts"
import { type AeatHeader, aeatErrors } from "./aeatValidations.ts"

/*
 * Records without errors, and ways to break them. The ordinary line is of 10.00 EUR, so that the totals stay within
 * AEAT's margin when another line takes its place.
 */

/** The day by AEAT's clock. */
export const today = "2026-11-20"

export const person: RecordFields = { NombreRazon: "Ana Ruiz", NIF: "12345678Z" }

/** The ordinary line. */
export const taxed: RecordFields = {
  Impuesto: "01",
  ClaveRegimen: "01",
  CalificacionOperacion: "S1",
  TipoImpositivo: "21",
  BaseImponibleOimporteNoSujeto: "10.00",
  CuotaRepercutida: "2.10",
}

/** A line with a base alone, and the given fields. */
export const untaxed = (fields: RecordFields): RecordFields => ({ ...fields, BaseImponibleOimporteNoSujeto: "10.00" })

export const breakdown = (...lines: ReadonlyArray<RecordFields>): RecordFields => ({ DetalleDesglose: lines })

export const recipients = (...list: ReadonlyArray<RecordFields>): RecordFields => ({ IDDestinatario: list })

/** A recipient named by an id that is not a NIF. */
export const foreign = (IDType: string, ID: string, CodigoPais?: string): RecordFields =>
  ({ NombreRazon: "Ana Ruiz", IDOtro: { ...(CodigoPais === undefined ? {} : { CodigoPais }), IDType, ID } })

const earlier: RecordFields = {
  IDEmisorFactura: "B12345674",
  NumSerieFactura: "A-1",
  FechaExpedicionFactura: "02-11-2026",
}

const software: RecordFields = {
  NombreRazon: "Productora SL",
  NIF: "B12345674",
  NombreSistemaInformatico: "Talonario",
  IdSistemaInformatico: "TL",
  Version: "1.0.0",
  NumeroInstalacion: "1",
  TipoUsoPosibleSoloVerifactu: "S",
  TipoUsoPosibleMultiOT: "S",
  IndicadorMultiplesOT: "N",
}

export const previousHuella = "3C464DAF61ACB827C65FDA19F352A4E3BDC2C640E9E9FC4CC058073F38F12F60"

const alta = (TipoFactura: string, fields: RecordFields): RecordFields => ({
  IDVersion: "1.0",
  IDFactura: { IDEmisorFactura: "B12345674", NumSerieFactura: "A 2/26&b", FechaExpedicionFactura: "20-11-2026" },
  NombreRazonEmisor: "Talleres Núñez SL",
  TipoFactura,
  DescripcionOperacion: "Horas",
  Desglose: breakdown(taxed),
  CuotaTotal: "2.10",
  ImporteTotal: "12.10",
  Encadenamiento: { RegistroAnterior: { ...earlier, Huella: previousHuella } },
  SistemaInformatico: software,
  FechaHoraHusoGenRegistro: "2026-11-20T12:00:00+01:00",
  TipoHuella: "01",
  ...fields,
})

const toPerson: RecordFields = { Destinatarios: recipients(person) }
const byDifference: RecordFields = { TipoRectificativa: "I", FacturasRectificadas: { IDFacturaRectificada: [earlier] } }
const negative: RecordFields = {
  Desglose: breakdown({ ...taxed, BaseImponibleOimporteNoSujeto: "-10.00", CuotaRepercutida: "-2.10" }),
  CuotaTotal: "-2.10",
  ImporteTotal: "-12.10",
}

/** A record of each kind, without errors; named by TipoFactura. */
export const F1 = alta("F1", toPerson)
export const F2 = alta("F2", {})
export const F3 = alta("F3", { ...toPerson, FacturasSustituidas: { IDFacturaSustituida: [earlier, earlier] } })
export const R1 = alta("R1", {
  ...toPerson,
  ...byDifference,
  TipoRectificativa: "S",
  ImporteRectificacion: { BaseRectificada: "10.00", CuotaRectificada: "2.10" },
})
export const R2 = alta("R2", { ...toPerson, ...byDifference })
export const R3 = alta("R3", { ...toPerson, ...byDifference, ...negative })
export const R4 = alta("R4", { ...toPerson, ...byDifference, ...negative })
export const R5 = alta("R5", { ...byDifference, ...negative })

export const anulacion: RecordFields = {
  IDVersion: "1.0",
  IDFactura: {
    IDEmisorFacturaAnulada: "B12345674",
    NumSerieFacturaAnulada: "A-1",
    FechaExpedicionFacturaAnulada: "02-11-2026",
  },
  Encadenamiento: { PrimerRegistro: "S" },
  SistemaInformatico: software,
  FechaHoraHusoGenRegistro: "2026-11-20T12:00:00+01:00",
  TipoHuella: "01",
}

const kindOf = (record: RecordFields): "alta" | "anulacion" => (record === anulacion ? "anulacion" : "alta")

/** Fields to replace in a record, by their paths such as "IDFactura.NumSerieFactura"; undefined removes one. */
export type Changes = Readonly<Record<string, RecordField | undefined>>

const changed = (record: RecordFields, path: string, value: RecordField | undefined): RecordFields => {
  const [name = "", ...rest] = path.split(".")
  const { [name]: _, ...others } = record
  if (rest.length === 0) return value === undefined ? others : { ...record, [name]: value }
  const block = blockIn(record, name) ?? assert.fail(`${path} leads nowhere`)
  return { ...record, [name]: changed(block, rest.join("."), value) }
}

/** The record with changes and, unless they set it, the right huella. */
export const spoilt = (record: RecordFields, changes: Changes = {}): RecordFields => {
  const result = Object.entries(changes).reduce((fields, [path, value]) => changed(fields, path, value), record)
  return { ...result, ...("Huella" in changes ? {} : { Huella: recomputedHuella(result, kindOf(record)) }) }
}

/** The codes of AEAT's objections to the changed record, each once, in ascending order. */
export const codesOf = (record: RecordFields, changes: Changes = {}, header?: AeatHeader): ReadonlyArray<number> => {
  const errors = aeatErrors(spoilt(record, changes), kindOf(record), today, header)
  return [...new Set(errors.map(({ codigo }) => codigo))].sort((one, other) => one - other)
}

/** A record, changes to it, and the codes they cause; no codes if the changed record is right. */
export type Case = readonly [codes: ReadonlyArray<number>, record: RecordFields, changes: Changes]

/** Asserts for each case that it causes exactly those codes. */
export const assertCases = (cases: ReadonlyArray<Case>): void => {
  for (const [codes, record, changes] of cases) {
    const what = `${String(record["TipoFactura"])} ${JSON.stringify(changes)}`
    assert.deepStrictEqual(codesOf(record, changes), codes, what)
  }
}
