import type { AltaReading, BreakdownLine } from "./aeatAlta.ts"
import { type AeatError, aeatError, when } from "./aeatError.ts"
import { hundredthsIn, textIn } from "./aeatFields.ts"

/*
 * Rates, quotas and totals (VAL 3.1.3.15.1, 15.3, 15.7, 15.8, 16, 17 and 10). Amounts are whole cents, rates whole
 * hundredths of a percent. Rates and surcharges of IGIC and IPSI are not compared with a list.
 */

type LineRule = (line: BreakdownLine, alta: AltaReading) => ReadonlyArray<AeatError>

/** 10.00 EUR, the difference that AEAT accepts. */
const margin = 1000n

const size = (value: bigint): bigint => (value < 0n ? -value : value)
const oppose = (one: bigint, other: bigint): boolean => (one > 0n && other < 0n) || (one < 0n && other > 0n)
const sum = (values: ReadonlyArray<bigint | undefined>): bigint =>
  values.reduce<bigint>((all, one) => all + (one ?? 0n), 0n)
const isBetween = (day: string, from: string, until: string): boolean => from <= day && day <= until

const ivaRates: ReadonlySet<bigint> = new Set([0n, 200n, 400n, 500n, 750n, 1000n, 2100n])

/**
 * Rates that were in force for some months. Codes 1235 and 1236 have the same text; the first is taken to be for 2 %, the
 * other for 7.5 %.
 */
const passingRates: ReadonlyArray<readonly [rate: bigint, codigo: number, from: string, until: string]> = [
  [500n, 1194, "2022-07-01", "2024-09-30"],
  [200n, 1235, "2024-10-01", "2024-12-31"],
  [750n, 1236, "2024-10-01", "2024-12-31"],
]

const rateOfIva: LineRule = ({ name, qualification, rate, tax }, { taxDay }) => {
  if (tax !== "01" || qualification !== "S1" || rate === undefined) return []
  return [
    ...when(!ivaRates.has(rate), 1124, `${name}: TipoImpositivo no es un tipo del IVA`),
    ...passingRates.flatMap(([passing, codigo, from, until]) =>
      when(
        rate === passing && taxDay !== undefined && !isBetween(taxDay, from, until),
        codigo,
        `${name}: TipoImpositivo no vale en esa fecha`,
      )
    ),
  ]
}

const ivaSurcharges: ReadonlySet<bigint> = new Set([0n, 26n, 50n, 62n, 100n, 140n, 175n, 520n])

const surchargeOfIva: LineRule = ({ name, qualification, rate, surchargeRate, tax }, { taxDay }) => {
  if (tax !== "01" || qualification !== "S1" || surchargeRate === undefined) return []
  if (!ivaSurcharges.has(surchargeRate)) {
    return [aeatError(1127, `${name}: TipoRecargoEquivalencia no es un recargo del IVA`)]
  }
  const fitting = surchargesWith(rate, taxDay ?? "")
  if (fitting === undefined || fitting.allowed.includes(surchargeRate)) return []
  return [aeatError(fitting.codigo, `${name}: TipoRecargoEquivalencia no va con ese TipoImpositivo`)]
}

/** The surcharges allowed with a rate on a day, and the code for another one. */
interface Surcharges {
  readonly codigo: number
  readonly allowed: ReadonlyArray<bigint>
}

const surchargesWith = (rate: bigint | undefined, day: string): Surcharges | undefined => {
  switch (rate) {
    case 2100n:
      return { codigo: 1162, allowed: [520n, 175n] }
    case 1000n:
      return { codigo: 1163, allowed: [140n] }
    case 750n:
      return { codigo: 1169, allowed: [100n] }
    case 500n:
      if (day <= "2022-12-31") return { codigo: 1167, allowed: [50n] }
      if (day <= "2024-09-30") return { codigo: 1168, allowed: [62n] }
      return { codigo: 1160, allowed: [50n, 62n] }
    case 400n:
      return { codigo: 1164, allowed: [50n] }
    case 200n:
      return { codigo: 1166, allowed: [26n] }
    case 0n:
      // Outside these dates 1165, 1170 and 1277 contradict each other, so none is allowed.
      if (!isBetween(day, "2023-01-01", "2024-09-30")) return { codigo: 1277, allowed: [] }
      return { codigo: 1165, allowed: [0n] }
    default:
      return undefined
  }
}

const surchargeWhole: LineRule = ({ fields, name, qualification }) => {
  const rate = textIn(fields, "TipoRecargoEquivalencia") !== undefined
  const quota = textIn(fields, "CuotaRecargoEquivalencia") !== undefined
  return [
    ...when(rate !== quota, 1284, `${name}: tipo y cuota de recargo van juntos`),
    ...when((rate || quota) && qualification !== "S1", 1281, `${name}: el recargo solo va con S1`),
  ]
}

const quotaOnlyTaxed: LineRule = ({ name, qualification, quota = 0n }) =>
  when(
    quota !== 0n && qualification !== "S1",
    1207,
    `${name}: CuotaRepercutida solo puede ser distinta de 0 con S1`,
  )

const taxedWhole: LineRule = ({ fields, name, qualification }) => {
  const given = (field: string): boolean => textIn(fields, field) !== undefined
  return when(
    qualification === "S1" && !(given("TipoImpositivo") && given("CuotaRepercutida")),
    given("BaseImponibleACoste") ? 1209 : 1208,
    `${name}: S1 exige TipoImpositivo y CuotaRepercutida`,
  )
}

const quotaOfBase: LineRule = ({ base, cost, name, qualification, quota, rate }, { correction, type }) => {
  const taxed = cost ?? base
  const free = correction === "I" || type === "R2" || type === "R3"
  if (qualification !== "S1" || free || taxed === undefined || rate === undefined || quota === undefined) return []
  const atCost = cost !== undefined
  return [
    ...when(oppose(quota, taxed), atCost ? 1140 : 1143, `${name}: CuotaRepercutida y su base son de distinto signo`),
    ...when(
      size(quota * 10_000n - taxed * rate) > margin * 10_000n,
      atCost ? 1144 : 1142,
      `${name}: CuotaRepercutida no sale de su base y su tipo`,
    ),
  ]
}

const lineRules: ReadonlyArray<LineRule> = [
  rateOfIva, surchargeOfIva, surchargeWhole, quotaOnlyTaxed, taxedWhole, quotaOfBase,
]

const simplifiedLimit = ({ fields, lines, type }: AltaReading): ReadonlyArray<AeatError> =>
  when(
    type === "F2"
      && textIn(fields, "NumRegistroAcuerdoFacturacion") === undefined
      && textIn(fields, "FacturaSinIdentifDestinatarioArt61d") !== "S"
      && sum(lines.flatMap(({ base, quota }) => [base, quota])) > 300_000n + margin,
    1150,
    "una F2 no puede pasar de 3.000 euros",
  )

/** Regimes whose totals AEAT does not add up. VAL does not say how many lines must have one; here a single line is enough. */
const unsummed: ReadonlySet<string> = new Set(["03", "05", "06", "08", "09"])

const totalsOfLines = ({ fields, lines }: AltaReading): ReadonlyArray<AeatError> => {
  if (lines.some(({ regime }) => unsummed.has(regime ?? ""))) return []
  const quotas = sum(lines.flatMap(({ quota, surchargeQuota }) => [quota, surchargeQuota]))
  const bases = sum(lines.map(({ base }) => base))
  const differs = (name: string, expected: bigint): boolean => {
    const told = hundredthsIn(fields, name)
    return told !== undefined && size(told - expected) > margin
  }
  return [
    ...when(differs("CuotaTotal", quotas), 2006, "CuotaTotal no es la suma de las cuotas"),
    ...when(differs("ImporteTotal", bases + quotas), 2005, "ImporteTotal no es la suma de bases y cuotas"),
  ]
}

const largeAmount = ({ fields }: AltaReading): ReadonlyArray<AeatError> => {
  const isLarge = size(hundredthsIn(fields, "ImporteTotal") ?? 0n) >= 10_000_000_000n
  const told = textIn(fields, "Macrodato") === "S"
  return [
    ...when(told && !isLarge, 1138, "Macrodato S exige un ImporteTotal de 100.000.000 o más"),
    ...when(!told && isLarge, 1139, "falta Macrodato S con un ImporteTotal de 100.000.000 o más"),
  ]
}

/** Objections to how the amounts of the breakdown and of the whole invoice fit together. */
export const amountErrors = (alta: AltaReading): ReadonlyArray<AeatError> => [
  ...alta.lines.flatMap((line) => lineRules.flatMap((rule) => rule(line, alta))),
  ...simplifiedLimit(alta),
  ...totalsOfLines(alta),
  ...largeAmount(alta),
]
