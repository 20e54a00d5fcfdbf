import { type AltaReading, type BreakdownLine, isIvaOrIgic } from "./aeatAlta.ts"
import { type AeatError, aeatError, when } from "./aeatError.ts"
import { blockIn, textIn } from "./aeatFields.ts"

/*
 * Desglose (VAL 3.1.3.15): which tax, regime and qualification go together. For IPSI and "otros" there are no rules by
 * regime except those here.
 */

type LineRule = (line: BreakdownLine, alta: AltaReading) => ReadonlyArray<AeatError>

const isGiven = ({ fields }: BreakdownLine, name: string): boolean => textIn(fields, name) !== undefined

const taxFields = ["TipoImpositivo", "CuotaRepercutida", "TipoRecargoEquivalencia", "CuotaRecargoEquivalencia"]

/** The keys of L8A, those of L8B with 20 and 21 added, and those of IPSI (VAL 3.1.3.15.6). */
const regimes: ReadonlyMap<string, string> = new Map([
  ["01", "01 02 03 04 05 06 07 08 09 10 11 14 15 17 18 19 20"],
  ["02", "01 08 11 18 19 20"],
  ["03", "01 02 03 04 05 06 07 08 09 10 11 14 15 17 18 19 20 21"],
])

const regimeGiven: LineRule = ({ name, regime, tax }, { today }) => {
  if (regime !== undefined) return []
  // Until the end of 2026 this is a warning, then a refusal with the same code.
  if (tax === "02") {
    const error = aeatError(2009, `${name}: falta ClaveRegimen con IPSI`)
    return [today < "2027-01-01" ? error : { ...error, efecto: "rechazo" }]
  }
  return when(regimes.has(tax), 1245, `${name}: falta ClaveRegimen`)
}

const regimeOfTax: LineRule = ({ name, regime, tax }) => {
  if (regime === undefined) return []
  const known = regimes.get(tax)?.split(" ")
  // VAL can be read to mean that an unknown key of IPSI only causes a warning in 2026; here it is refused.
  return known === undefined
    ? when(tax === "05", 1260, `${name}: ClaveRegimen no va con otros impuestos`)
    : when(!known.includes(regime), 1246, `${name}: ClaveRegimen ${regime} no es de su impuesto`)
}

const oneQualification: LineRule = ({ exemption, name, qualification }) => [
  ...when(
    qualification === undefined && exemption === undefined,
    1195,
    `${name}: falta CalificacionOperacion u OperacionExenta`,
  ),
  ...when(
    qualification !== undefined && exemption !== undefined,
    1196,
    `${name}: CalificacionOperacion y OperacionExenta se excluyen`,
  ),
]

const exemptionOfTax: LineRule = ({ exemption, name, tax }) =>
  when(
    (exemption === "E7" || exemption === "E8") && tax !== "03",
    1182,
    `${name}: ${exemption} solo es del IGIC`,
  )

const exemptWithoutTax: LineRule = (line) =>
  when(
    line.exemption !== undefined && taxFields.some((field) => isGiven(line, field)),
    1238,
    `${line.name}: una operación exenta no lleva tipos ni cuotas`,
  )

const notSubjectWithoutTax: LineRule = (line) =>
  when(
    line.tax === "01" && /^N[12]$/.test(line.qualification ?? "") && taxFields.some((field) => isGiven(line, field)),
    1237,
    `${line.name}: una operación no sujeta a IVA no lleva tipos ni cuotas`,
  )

const reverseCharge: LineRule = ({ name, qualification, quota, rate }, { type = "" }) =>
  qualification !== "S2" ? [] : [
    ...when(!["F1", "F3", "R1", "R2", "R3", "R4"].includes(type), 1197, `${name}: S2 no va en ${type}`),
    ...when(rate !== 0n || quota !== 0n, 1198, `${name}: S2 exige TipoImpositivo y CuotaRepercutida a 0`),
  ]

const generalRegime: LineRule = (line) =>
  when(
    isIvaOrIgic(line) && line.regime === "01" && /^E[23]$/.test(line.exemption ?? ""),
    1199,
    `${line.name}: ${line.exemption} no va con ClaveRegimen 01`,
  )

const exportRegime: LineRule = (line) =>
  when(
    isIvaOrIgic(line) && line.regime === "02" && (line.exemption === undefined || line.qualification !== undefined),
    1286,
    `${line.name}: ClaveRegimen 02 exige OperacionExenta`,
  )

const usedGoodsRegime: LineRule = (line) =>
  when(
    isIvaOrIgic(line) && line.regime === "03" && line.qualification !== undefined && line.qualification !== "S1",
    1200,
    `${line.name}: con ClaveRegimen 03 solo cabe S1`,
  )

const goldRegime: LineRule = (line) =>
  when(
    isIvaOrIgic(line) && line.regime === "04" && line.qualification !== undefined && line.qualification !== "S2",
    1201,
    `${line.name}: con ClaveRegimen 04 solo cabe S2 u OperacionExenta`,
  )

const groupRegime: LineRule = (line, { type = "" }) =>
  when(
    isIvaOrIgic(line) && line.regime === "06"
      && (["F2", "F3", "R5"].includes(type) || !isGiven(line, "BaseImponibleACoste")),
    1202,
    `${line.name}: ClaveRegimen 06 exige BaseImponibleACoste y no va en ${type}`,
  )

const cashRegime: LineRule = (line) =>
  when(
    isIvaOrIgic(line) && line.regime === "07"
      && (/^E[2-5]$/.test(line.exemption ?? "") || /^(?:S2|N1|N2)$/.test(line.qualification ?? "")),
    1203,
    `${line.name}: la calificación no va con ClaveRegimen 07`,
  )

/** VAL limits this rule to IVA and IGIC, errores.properties does not. Here it holds for every tax. */
const elsewhereRegime: LineRule = (line) =>
  when(line.regime === "08" && line.qualification !== "N2", 1252, `${line.name}: ClaveRegimen 08 exige N2`)

const collectionRegime: LineRule = (line, { recipients, type }) =>
  when(
    isIvaOrIgic(line) && line.regime === "10"
      && (line.qualification !== "N1" || type !== "F1" || recipients.some((one) => textIn(one, "NIF") === undefined)),
    1205,
    `${line.name}: ClaveRegimen 10 exige N1, F1 y destinatarios con NIF`,
  )

const premisesRegime: LineRule = ({ name, rate, regime, tax }) =>
  when(
    tax === "01" && regime === "11" && rate !== 2100n,
    1206,
    `${name}: ClaveRegimen 11 exige TipoImpositivo 21`,
  )

const publicWorksRegime: LineRule = (line, { issued, operated, recipients, type = "" }) =>
  !isIvaOrIgic(line) || line.regime !== "14" ? [] : [
    ...when(
      operated === undefined || (issued !== undefined && operated <= issued),
      1147,
      `${line.name}: ClaveRegimen 14 exige FechaOperacion posterior a la expedición`,
    ),
    ...when(
      !["F1", "R1", "R2", "R3", "R4"].includes(type),
      1148,
      `${line.name}: ClaveRegimen 14 no va en ${type}`,
    ),
    ...when(
      recipients.some((one) => !/^[PQSV]/.test(textIn(one, "NIF") ?? "")),
      1149,
      `${line.name}: ClaveRegimen 14 exige destinatarios con NIF que empiece por P, Q, S o V`,
    ),
  ]

const ipsiRegimeOfIgic: LineRule = ({ name, qualification, regime, tax }) =>
  when(
    tax === "03" && regime === "20" && qualification !== "N2",
    1293,
    `${name}: ClaveRegimen 20 del IGIC exige N2`,
  )

const intraUnionSupply: LineRule = ({ exemption, name, tax }, { recipients }) =>
  when(
    tax === "01" && exemption === "E5"
      && recipients.some((one) => blockIn(one, "IDOtro") === undefined || textIn(one, "NIF") !== undefined),
    1289,
    `${name}: E5 exige destinatarios con IDOtro`,
  )

const costBase: LineRule = (line) =>
  when(
    isGiven(line, "BaseImponibleACoste") && line.regime !== "06" && line.tax !== "02" && line.tax !== "05",
    1257,
    `${line.name}: BaseImponibleACoste solo va con ClaveRegimen 06, IPSI u otros impuestos`,
  )

const lineRules: ReadonlyArray<LineRule> = [
  regimeGiven, regimeOfTax, oneQualification, exemptionOfTax, exemptWithoutTax, notSubjectWithoutTax, reverseCharge,
  generalRegime, exportRegime, usedGoodsRegime, goldRegime, groupRegime, cashRegime, elsewhereRegime,
  collectionRegime, premisesRegime, publicWorksRegime, ipsiRegimeOfIgic, intraUnionSupply, costBase,
]

/** Objections to the qualification of the breakdown's lines. */
export const breakdownErrors = (alta: AltaReading): ReadonlyArray<AeatError> =>
  alta.lines.flatMap((line) => lineRules.flatMap((rule) => rule(line, alta)))
