import type { RecordFields } from "../../core/registry/RegistryRecord.ts"
import { aeatCountries } from "./aeatCountries.ts"
import { type AeatError, aeatError, when } from "./aeatError.ts"
import { blocksIn, isAmount, isoDay, isRate, textIn } from "./aeatFields.ts"
import { isNif } from "./aeatNif.ts"

/** A text with the code for a wrong one, or a block of fields that stands once to `most` times. */
type Part = { readonly optional: boolean } & (
  | { readonly codigo: number; readonly allows: (text: string) => boolean }
  | { readonly fields: Shape; readonly most: number }
)

interface Shape {
  readonly [name: string]: Part
}

const text = (codigo: number, allows: (text: string) => boolean): Part => ({ optional: false, codigo, allows })
const block = (fields: Shape, most = 1): Part => ({ optional: false, fields, most })
const optional = (part: Part): Part => ({ ...part, optional: true })

/** Counted in UTF-16 code units, as Java validators do by default. */
const upTo = (most: number) => (value: string): boolean => value.length <= most
const oneOf = (...values: ReadonlyArray<string>) => (value: string): boolean => values.includes(value)
const isDay = (value: string): boolean => isoDay(value) !== undefined
const yesOrNo = oneOf("S", "N")
const isPair = (value: string): boolean => /^[A-Z0-9]{2}$/.test(value)

/** Date, time to the second, and offset. AEAT was seen to refuse fractions and +0200, and to accept Z. */
const isTimestamp = (value: string): boolean => {
  const [, year, month, day, offset] =
    /^(\d{4})-(\d{2})-(\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/.exec(value) ?? []
  return offset !== undefined && isDay(`${day}-${month}-${year}`)
}

/*
 * The fields of SuministroInformacion.xsd with its limits. Their order, and which of them exclude each other, is not
 * checked here. If errores.properties has no code for a wrong value, it is the general 1100.
 */

const amount = text(1100, isAmount)

const otherId = block({
  CodigoPais: optional(text(1101, (value) => aeatCountries.has(value))),
  IDType: text(1102, oneOf("02", "03", "04", "05", "06", "07")),
  ID: text(1103, upTo(20)),
})

const person = (codigoNif: number): Shape => ({
  NombreRazon: text(1100, upTo(120)),
  NIF: optional(text(codigoNif, isNif)),
  IDOtro: optional(otherId),
})

const otherInvoice = block({
  IDEmisorFactura: text(1123, isNif),
  NumSerieFactura: text(1104, upTo(60)),
  FechaExpedicionFactura: text(1105, isDay),
}, 1000)

const line = block({
  Impuesto: optional(text(1218, oneOf("01", "02", "03", "05"))),
  ClaveRegimen: optional(text(1246, () => true)),
  CalificacionOperacion: optional(text(1181, oneOf("S1", "S2", "N1", "N2"))),
  OperacionExenta: optional(text(1182, oneOf("E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8"))),
  TipoImpositivo: optional(text(1100, isRate)),
  BaseImponibleOimporteNoSujeto: amount,
  BaseImponibleACoste: optional(amount),
  CuotaRepercutida: optional(amount),
  TipoRecargoEquivalencia: optional(text(1100, isRate)),
  CuotaRecargoEquivalencia: optional(amount),
}, 12)

/** The fields at the end of both kinds of record. */
const chained: Shape = {
  Encadenamiento: block({
    PrimerRegistro: optional(text(1274, oneOf("S"))),
    RegistroAnterior: optional(block({
      IDEmisorFactura: text(1123, isNif),
      NumSerieFactura: text(1175, upTo(60)),
      FechaExpedicionFactura: text(1174, isDay),
      Huella: text(2002, () => true),
    })),
  }),
  SistemaInformatico: block({
    ...person(1176),
    NombreRazon: text(1179, upTo(120)),
    NombreSistemaInformatico: text(1220, upTo(30)),
    IdSistemaInformatico: text(1177, isPair),
    Version: text(1179, upTo(50)),
    NumeroInstalacion: text(1179, upTo(100)),
    TipoUsoPosibleSoloVerifactu: text(1212, yesOrNo),
    TipoUsoPosibleMultiOT: text(1213, yesOrNo),
    IndicadorMultiplesOT: text(1226, yesOrNo),
  }),
  FechaHoraHusoGenRegistro: text(1244, isTimestamp),
  TipoHuella: text(1247, oneOf("01")),
  Huella: text(1262, () => true),
}

const alta: Shape = {
  IDVersion: text(1251, oneOf("1.0")),
  IDFactura: block({
    IDEmisorFactura: text(1123, isNif),
    NumSerieFactura: text(1104, upTo(60)),
    FechaExpedicionFactura: text(1105, isDay),
  }),
  RefExterna: optional(text(1253, upTo(60))),
  NombreRazonEmisor: text(1100, upTo(120)),
  Subsanacion: optional(text(1171, yesOrNo)),
  RechazoPrevio: optional(text(1171, oneOf("N", "S", "X"))),
  TipoFactura: text(1106, oneOf("F1", "F2", "F3", "R1", "R2", "R3", "R4", "R5")),
  TipoRectificativa: optional(text(1107, oneOf("S", "I"))),
  FacturasRectificadas: optional(block({ IDFacturaRectificada: otherInvoice })),
  FacturasSustituidas: optional(block({ IDFacturaSustituida: otherInvoice })),
  ImporteRectificacion: optional(block({
    BaseRectificada: amount,
    CuotaRectificada: amount,
    CuotaRecargoRectificado: optional(amount),
  })),
  FechaOperacion: optional(text(1145, isDay)),
  DescripcionOperacion: text(1100, upTo(500)),
  FacturaSimplificadaArt7273: optional(text(1136, yesOrNo)),
  FacturaSinIdentifDestinatarioArt61d: optional(text(1184, yesOrNo)),
  Macrodato: optional(text(1137, yesOrNo)),
  EmitidaPorTerceroODestinatario: optional(text(1151, oneOf("T", "D"))),
  Tercero: optional(block(person(1123))),
  Destinatarios: optional(block({ IDDestinatario: block(person(1123), 1000) })),
  Cupon: optional(text(1157, yesOrNo)),
  Desglose: block({ DetalleDesglose: line }),
  CuotaTotal: amount,
  ImporteTotal: amount,
  ...chained,
  NumRegistroAcuerdoFacturacion: optional(text(1100, upTo(15))),
  IdAcuerdoSistemaInformatico: optional(text(1100, upTo(16))),
}

const anulacion: Shape = {
  IDVersion: text(1251, oneOf("1.0")),
  IDFactura: block({
    IDEmisorFacturaAnulada: text(1123, isNif),
    NumSerieFacturaAnulada: text(1104, upTo(60)),
    FechaExpedicionFacturaAnulada: text(1105, isDay),
  }),
  RefExterna: optional(text(1253, upTo(60))),
  SinRegistroPrevio: optional(text(1276, yesOrNo)),
  RechazoPrevio: optional(text(1275, yesOrNo)),
  GeneradoPor: optional(text(1225, oneOf("E", "D", "T"))),
  Generador: optional(block(person(1258))),
  ...chained,
}

/** Objections to single fields: missing (4102), unknown (4102), too many (4113), or of a wrong value. */
export const structureErrors = (record: RecordFields, kind: "alta" | "anulacion"): ReadonlyArray<AeatError> =>
  blockErrors(record, kind === "alta" ? alta : anulacion)

const blockErrors = (fields: RecordFields, shape: Shape): ReadonlyArray<AeatError> => [
  ...Object.keys(fields).flatMap((name) => when(!Object.hasOwn(shape, name), 4102, `${name} no es un campo suyo`)),
  ...Object.entries(shape).flatMap(([name, part]) => partErrors(fields, name, part)),
]

const partErrors = (fields: RecordFields, name: string, part: Part): ReadonlyArray<AeatError> => {
  if (!Object.hasOwn(fields, name)) return when(!part.optional, 4102, `falta ${name}`)
  if ("codigo" in part) {
    const value = textIn(fields, name)
    if (value === undefined) return [aeatError(4102, `${name} no tiene contenido`)]
    return [...when(!part.allows(value), part.codigo, `${name} no es válido`), ...encodingErrors(value, name)]
  }
  const blocks = blocksIn(fields, name)
  return [
    ...when(blocks.length === 0, 4102, `${name} no tiene campos`),
    ...when(blocks.length > part.most, 4113, `${name} se repite más de ${part.most} veces`),
    ...blocks.flatMap((one) => blockErrors(one, part.fields)),
  ]
}

/** XML 1.0 cannot express control characters, lone surrogates, U+FFFE and U+FFFF. */
const encodingErrors = (value: string, name: string): ReadonlyArray<AeatError> =>
  when(
    /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(value),
    4103,
    `${name} contiene caracteres que no caben en XML`,
  )
