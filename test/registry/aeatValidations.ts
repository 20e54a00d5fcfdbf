import type { RecordFields } from "../../core/registry/RegistryRecord.ts"
import { type AltaReading, isIvaOrIgic, readAlta } from "./aeatAlta.ts"
import { amountErrors } from "./aeatAmountValidations.ts"
import { breakdownErrors } from "./aeatBreakdownValidations.ts"
import { chainErrors } from "./aeatChainValidations.ts"
import { type AeatError, when } from "./aeatError.ts"
import { blockIn, textIn } from "./aeatFields.ts"
import { generatorErrors, producerErrors, recipientErrors, thirdPartyErrors } from "./aeatPersonValidations.ts"
import { structureErrors } from "./aeatStructure.ts"

export type { AeatError } from "./aeatError.ts"

/*
 * The checks that AEAT announces for invoice records (Validaciones 1.2.2 and errores.properties). They are written from
 * those documents and independently of core/registry and core/tax, so that tests can check our records with them. Where
 * the documents disagree, the stricter reading is taken and a comment says so.
 */

/** The NIF of ObligadoEmision in the message around a record. */
export interface AeatHeader {
  readonly nif: string
}

/**
 * AEAT's objections to a record on a day ("2026-12-31", by its clock), none if it is accepted. Census and stored records
 * are missing here, so unidentified persons, duplicates and repeated first records go unnoticed.
 */
export const aeatErrors = (
  record: RecordFields,
  kind: "alta" | "anulacion",
  today: string,
  header?: AeatHeader,
): ReadonlyArray<AeatError> => [
  ...structureErrors(record, kind),
  ...(kind === "alta" ? altaErrors(readAlta(record, today)) : generatorErrors(record, today)),
  ...invoiceNumber(record, kind === "alta" ? "" : "Anulada"),
  ...issuerOfMessage(record, kind === "alta" ? "" : "Anulada", header),
  ...producerErrors(record, today),
  ...chainErrors(record, kind, today),
]

const altaErrors = (alta: AltaReading): ReadonlyArray<AeatError> => [
  ...[issueDay, operationDay, operationAhead, refusedBefore, correctionKind, otherInvoices, replacedAmounts, marks]
    .flatMap((rule) => rule(alta)),
  ...recipientErrors(alta),
  ...thirdPartyErrors(alta),
  ...breakdownErrors(alta),
  ...amountErrors(alta),
]

/** Checked in annulments too, where VAL does not mention it but AEAT was seen to refuse them. */
const invoiceNumber = (record: RecordFields, suffix: string): ReadonlyArray<AeatError> => {
  const number = textIn(blockIn(record, "IDFactura"), `NumSerieFactura${suffix}`) ?? ""
  return [
    ...when(
      !/^[ -~]*$/.test(number),
      1130,
      `NumSerieFactura${suffix} contiene caracteres fuera de ASCII 32 a 126`,
    ),
    ...when(/[<>"'=]/.test(number), 1287, `NumSerieFactura${suffix} contiene < > " ' o =`),
  ]
}

const issuerOfMessage = (record: RecordFields, suffix: string, header?: AeatHeader): ReadonlyArray<AeatError> =>
  when(
    header !== undefined && textIn(blockIn(record, "IDFactura"), `IDEmisorFactura${suffix}`) !== header.nif,
    1108,
    `IDEmisorFactura${suffix} no es el NIF del obligado`,
  )

const issueDay = ({ issued, today }: AltaReading): ReadonlyArray<AeatError> => [
  ...when(issued !== undefined && issued > today, 1112, "FechaExpedicionFactura es posterior a hoy"),
  ...when(
    issued !== undefined && issued < "2024-10-28",
    1152,
    "FechaExpedicionFactura es anterior al 28-10-2024",
  ),
]

/** "El año siguiente" is taken to mean the whole of the next calendar year. */
const operationDay = ({ operated, today }: AltaReading): ReadonlyArray<AeatError> => {
  const year = Number(today.slice(0, 4))
  return [
    ...when(
      operated !== undefined && operated < `${year - 20}${today.slice(4)}`,
      1134,
      "FechaOperacion pasa de veinte años atrás",
    ),
    ...when(
      operated !== undefined && operated > `${year + 1}-12-31`,
      1125,
      "FechaOperacion pasa del año siguiente",
    ),
  ]
}

/** Future operations are for regimes 14 and 15. VAL does not mention IPSI, errores.properties refuses it. */
const operationAhead = ({ issued, lines, operated, today }: AltaReading): ReadonlyArray<AeatError> => {
  const pending = lines.every((line) => isIvaOrIgic(line) && (line.regime === "14" || line.regime === "15"))
  if (pending || operated === undefined) return []
  return [
    ...when(
      issued !== undefined && operated > issued,
      1146,
      "FechaOperacion posterior a la expedición sin ClaveRegimen 14 o 15",
    ),
    ...when(operated > today, 1173, "FechaOperacion posterior a hoy sin ClaveRegimen 14 o 15"),
  ]
}

const refusedBefore = ({ fields }: AltaReading): ReadonlyArray<AeatError> => {
  const refused = textIn(fields, "RechazoPrevio")
  const mends = textIn(fields, "Subsanacion") === "S"
  return [
    ...when(refused === "X" && !mends, 1153, "RechazoPrevio X exige Subsanacion S"),
    ...when(refused === "S" && !mends, 1161, "RechazoPrevio S exige Subsanacion S"),
  ]
}

const isCorrection = (type: string): boolean => /^R[1-5]$/.test(type)

const correctionKind = ({ correction, type = "" }: AltaReading): ReadonlyArray<AeatError> => [
  ...when(
    isCorrection(type) && correction === undefined,
    1114,
    `TipoRectificativa es obligatorio en ${type}`,
  ),
  ...when(!isCorrection(type) && correction !== undefined, 1115, `TipoRectificativa no va en ${type}`),
]

const otherInvoices = ({ fields, type = "" }: AltaReading): ReadonlyArray<AeatError> => [
  ...when(
    !isCorrection(type) && Object.hasOwn(fields, "FacturasRectificadas"),
    1117,
    `FacturasRectificadas no va en ${type}`,
  ),
  ...when(
    type !== "F3" && Object.hasOwn(fields, "FacturasSustituidas"),
    1116,
    `FacturasSustituidas no va en ${type}`,
  ),
]

const replacedAmounts = ({ correction, fields }: AltaReading): ReadonlyArray<AeatError> => {
  const given = Object.hasOwn(fields, "ImporteRectificacion")
  return [
    ...when(
      correction === "S" && !given,
      1118,
      "ImporteRectificacion es obligatorio si TipoRectificativa es S",
    ),
    ...when(correction !== "S" && given, 1119, "ImporteRectificacion solo va si TipoRectificativa es S"),
  ]
}

/** Objections to marks that only some types of invoice may carry. */
const marks = ({ fields, type = "" }: AltaReading): ReadonlyArray<AeatError> =>
  markTypes.flatMap(([name, types, codigo]) =>
    when(textIn(fields, name) === "S" && !types.split(" ").includes(type), codigo, `${name} S no va en ${type}`)
  )

const markTypes: ReadonlyArray<readonly [name: string, types: string, codigo: number]> = [
  ["FacturaSimplificadaArt7273", "F1 F3 R1 R2 R3 R4", 1183],
  ["FacturaSinIdentifDestinatarioArt61d", "F2 R5", 1185],
  ["Cupon", "R1 R5", 1157],
]
