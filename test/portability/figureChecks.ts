import { Either } from "effect"
import { civilDateAt, type CivilZone, offsetTimestamp } from "../../core/calendar/civilZone.ts"
import { instant } from "../../core/calendar/instant.ts"
import { cents, centsToNumber } from "../../core/money/cents.ts"
import { decimal6FromText, decimal8FromText } from "../../core/money/decimal.ts"
import { spanishEuros } from "../../core/money/spanishFormat.ts"
import { type Cursor, makeCursors } from "../../core/pagination/cursor.ts"
import { canonicalAlta, huellaOf } from "../../core/registry/huella.ts"
import { exclusiveTotals, inclusiveTotals, type TotalsTerms } from "../../core/tax/totals.ts"
import type { Check } from "./Check.ts"

/** Results of the pure rules: money, calendar, hashes, signatures. */
export const figureChecks = (): ReadonlyArray<Check> =>
  [...totals(), ...spanishAmounts(), ...civilDays(), huella(), cursor()]

const terms: TotalsTerms = { region: "peninsula", recargo_equivalencia: false, irpf: 0, suplidos: cents(0) }

const line = (precio: string, cantidad = "1") => ({
  cantidad: decimal6FromText(cantidad),
  precio: decimal8FromText(precio),
  descuento: decimal6FromText("0"),
  tipo_iva: decimal6FromText("21"),
})

/** Base, tax and total to the cent (decisions, "Totals"). */
const totals = (): ReadonlyArray<Check> => {
  const figures = (result: ReturnType<typeof exclusiveTotals>) => {
    const { base_imponible, cuota_iva, total } = Either.getOrThrow(result)
    return [base_imponible, cuota_iva, total].map(centsToNumber)
  }
  const inclusive = (precio: string) => figures(inclusiveTotals([line(precio)], terms))
  const exclusive = (...prices: ReadonlyArray<string>) =>
    figures(exclusiveTotals(prices.map((precio) => line(precio)), terms))
  return [
    { name: "2500 at 21 %, tax included", found: inclusive("2500"), expected: [2066.12, 433.88, 2500] },
    { name: "353.90 at 21 %, tax included", found: inclusive("353.90"), expected: [292.48, 61.42, 353.9] },
    {
      name: "two lines of 6097.74 at 21 %",
      found: exclusive("6097.74", "6097.74"),
      expected: [12_195.48, 2561.05, 14_756.53],
    },
    {
      name: "0.005 and -0.015 at 21 %, half away from zero",
      found: exclusive("0.005", "-0.015"),
      // The bases 0.01 and -0.02.
      expected: [-0.01, 0, -0.01],
    },
  ]
}

const spanishAmounts = (): ReadonlyArray<Check> => [
  { name: "an amount in Spanish", found: spanishEuros(cents(123_456)), expected: "1.234,56\u00a0€" },
  { name: "a negative amount in Spanish", found: spanishEuros(cents(-5)), expected: "-0,05\u00a0€" },
]

/** Instants around midnight, the year's end and both clock changes, with their civil day and a record's timestamp. */
const civilDays = (): ReadonlyArray<Check> => {
  const cases: ReadonlyArray<readonly [CivilZone, string, string, string]> = [
    ["Europe/Madrid", "2026-12-31T22:59:59.999Z", "2026-12-31", "2026-12-31T23:59:59+01:00"],
    ["Europe/Madrid", "2026-12-31T23:00:00.000Z", "2027-01-01", "2027-01-01T00:00:00+01:00"],
    ["Atlantic/Canary", "2026-12-31T23:59:59.999Z", "2026-12-31", "2026-12-31T23:59:59+00:00"],
    ["Atlantic/Canary", "2027-01-01T00:00:00.000Z", "2027-01-01", "2027-01-01T00:00:00+00:00"],
    ["Europe/Madrid", "2026-07-14T22:00:00.000Z", "2026-07-15", "2026-07-15T00:00:00+02:00"],
    ["Atlantic/Canary", "2026-07-14T22:00:00.000Z", "2026-07-14", "2026-07-14T23:00:00+01:00"],
    ["Europe/Madrid", "2026-03-29T00:59:59.999Z", "2026-03-29", "2026-03-29T01:59:59+01:00"],
    ["Europe/Madrid", "2026-03-29T01:00:00.000Z", "2026-03-29", "2026-03-29T03:00:00+02:00"],
    ["Atlantic/Canary", "2026-10-25T00:59:59.999Z", "2026-10-25", "2026-10-25T01:59:59+01:00"],
    ["Atlantic/Canary", "2026-10-25T01:00:00.000Z", "2026-10-25", "2026-10-25T01:00:00+00:00"],
  ]
  return cases.map(([zone, utc, ...expected]) => {
    const at = instant(Date.parse(utc))
    return { name: `${utc} in ${zone}`, found: [civilDateAt(zone, at), offsetTimestamp(zone, at)], expected }
  })
}

/** The tax authority's first example (specification of the huella 6.1). */
const huella = (): Check => ({
  name: "the tax authority's own example of a huella",
  found: huellaOf(canonicalAlta({
    IDEmisorFactura: "89890001K",
    NumSerieFactura: "12345678/G33",
    FechaExpedicionFactura: "01-01-2024",
    TipoFactura: "F1",
    CuotaTotal: "12.35",
    ImporteTotal: "123.45",
    Huella: null,
    FechaHoraHusoGenRegistro: "2024-01-01T19:20:30+01:00",
  })),
  expected: "3C464DAF61ACB827C65FDA19F352A4E3BDC2C640E9E9FC4CC058073F38F12F60",
})

/** A cursor is read for its own company only. The token is part of the report, as every runtime must make the same one. */
const cursor = (): Check => {
  const cursors = makeCursors(new Uint8Array(32).fill(7))
  const place: Cursor = { organization: "o1", collection: "facturas", orden: "antiguo", position: 2 ** 40 }
  const token = cursors.sign(place)
  return {
    name: `the cursor ${token}`,
    found: ["o1", "o2"].map((organization) =>
      Either.getOrNull(cursors.read(token, { ...place, organization }))),
    expected: [place, null],
  }
}
