import { describe, it } from "@effect/vitest"
import type { RecordFields } from "../../core/registry/RegistryRecord.ts"
import {
  anulacion, assertCases, breakdown, type Case, F1, F2, F3, foreign, R1, R2, R3, R4, R5, recipients, taxed, untaxed,
} from "./aeatSampleRecords.ts"

const withLines = (...lines: ReadonlyArray<RecordFields>) => ({ Desglose: breakdown(...lines) })

/** The ordinary taxed line with these fields changed; undefined removes one. */
const line = (changes: Readonly<Record<string, string | undefined>>): RecordFields => {
  const fields: Record<string, string> = {}
  for (const [name, value] of Object.entries({ ...taxed, ...changes })) {
    if (typeof value === "string") fields[name] = value
  }
  return fields
}

const ofLine = (codes: ReadonlyArray<number>, one: RecordFields, record = F1): Case => [codes, record, withLines(one)]

const exempt = (OperacionExenta: string, ClaveRegimen: string, Impuesto = "01") =>
  untaxed({ Impuesto, ClaveRegimen, OperacionExenta })

const notSubject = (CalificacionOperacion: string, ClaveRegimen: string, Impuesto = "01") =>
  untaxed({ Impuesto, ClaveRegimen, CalificacionOperacion })

const reverse = (ClaveRegimen: string, Impuesto = "01") =>
  line({ Impuesto, ClaveRegimen, CalificacionOperacion: "S2", TipoImpositivo: "0", CuotaRepercutida: "0.00" })

describe("a breakdown", () => {
  it("has one to twelve lines", () => {
    const small = line({ BaseImponibleOimporteNoSujeto: "1.00", CuotaRepercutida: "0.21" })
    const twelve = Array.from({ length: 12 }, () => small)
    assertCases([
      [[], F1, withLines(...twelve)],
      [[4113], F1, withLines(...twelve, small)],
      [[4102], F1, { ...withLines(), ImporteTotal: "10.00" }],
      [[2005, 4102], F1, { Desglose: undefined, ImporteTotal: "10.01" }],
      [[4102], anulacion, withLines(taxed)],
    ])
  })

  it("has a tax and one of its regimes", () => {
    const under = (Impuesto: string, codes: ReadonlyArray<number>, ...regimes: ReadonlyArray<string>) =>
      regimes.map((ClaveRegimen) => ofLine(codes, line({ ClaveRegimen, Impuesto })))
    assertCases([
      ofLine([], line({ Impuesto: undefined })),
      ofLine([1218], line({ Impuesto: "04" })),
      ofLine([1245], line({ ClaveRegimen: undefined })),
      ofLine([1245], line({ ClaveRegimen: undefined, Impuesto: undefined })),
      ofLine([1245], line({ ClaveRegimen: undefined, Impuesto: "03" })),
      ofLine([2009], line({ ClaveRegimen: undefined, Impuesto: "02" })),
      ofLine([], line({ ClaveRegimen: undefined, Impuesto: "05" })),
      ofLine([1260], line({ Impuesto: "05" })),
      ...under("01", [], "01", "05", "09", "15", "17", "18", "19", "20"),
      ...under("01", [1246], "12", "13", "16", "21"),
      ...under("02", [], "01", "11", "18", "19", "20"),
      ...under("02", [1246], "02", "07", "10", "15", "17", "21"),
      ...under("03", [], "01", "15", "17", "18", "19", "21"),
      ...under("03", [1246], "12", "16", "22"),
    ])
  })

  it("qualifies each line once", () => {
    assertCases([
      ofLine([1195], untaxed({ Impuesto: "01", ClaveRegimen: "01" })),
      ofLine([1196], { ...notSubject("N1", "01", "03"), OperacionExenta: "E1" }),
      ofLine([1181], untaxed({ Impuesto: "01", ClaveRegimen: "01", CalificacionOperacion: "S3" })),
      ofLine([1182], exempt("E9", "01")),
      ...["E1", "E4", "E6"].flatMap((kind) => ["01", "02", "03"].map((tax) => ofLine([], exempt(kind, "01", tax)))),
      ...["E7", "E8"].flatMap((kind) => [
        ofLine([], exempt(kind, "01", "03")),
        ofLine([1182], exempt(kind, "01", "01")),
        ofLine([1182], exempt(kind, "01", "02")),
      ]),
    ])
  })

  it("has a rate and a quota on taxed lines, and on no others", () => {
    assertCases([
      ofLine([1208], line({ TipoImpositivo: undefined })),
      ofLine([1208], line({ CuotaRepercutida: undefined })),
      ofLine([4102], line({ BaseImponibleOimporteNoSujeto: undefined })),
      ofLine([1100], line({ TipoImpositivo: "21.000" })),
      ofLine([1237], { ...notSubject("N2", "01"), TipoImpositivo: "0" }),
      ofLine([1237], { ...notSubject("N1", "01"), CuotaRepercutida: "0.00" }),
      ofLine([1207, 1237], { ...notSubject("N1", "01"), CuotaRepercutida: "0.01" }),
      ofLine([], { ...notSubject("N1", "01", "03"), TipoImpositivo: "0", CuotaRepercutida: "0.00" }),
      ofLine([1207], { ...notSubject("N1", "01", "03"), CuotaRepercutida: "-0.01" }),
      ofLine([1238], { ...exempt("E1", "01", "02"), TipoImpositivo: "0" }),
      ofLine([1207, 1238], { ...exempt("E1", "01"), CuotaRepercutida: "0.10" }),
      ofLine([1198], { ...reverse("01"), TipoImpositivo: "21" }),
      ofLine([1198, 1207], { ...reverse("01"), CuotaRepercutida: "2.10" }),
      ofLine([1198], line({ CalificacionOperacion: "S2", TipoImpositivo: undefined, CuotaRepercutida: "0" })),
      ofLine([1198], line({ CalificacionOperacion: "S2", TipoImpositivo: "0", CuotaRepercutida: undefined })),
      ...[F1, F3, R1, R2].map((record) => ofLine([], reverse("01"), record)),
      ofLine([1197], reverse("01"), F2),
    ])
  })

  it("fits the regime", () => {
    const collects = notSubject("N1", "10")
    const group = line({ ClaveRegimen: "06", BaseImponibleACoste: "10.00" })
    assertCases([
      ...["01", "03"].flatMap((tax) => ["E2", "E3"].map((kind) => ofLine([1199], exempt(kind, "01", tax)))),
      ofLine([], exempt("E2", "01", "02")),
      ofLine([], exempt("E2", "02")),
      ofLine([1286], line({ ClaveRegimen: "02" })),
      ofLine([1286], notSubject("N2", "02", "03")),
      ofLine([], line({ ClaveRegimen: "03" })),
      ofLine([], exempt("E1", "03")),
      ofLine([1200], notSubject("N1", "03")),
      ofLine([], reverse("04")),
      ofLine([], exempt("E1", "04", "03")),
      ofLine([1201], line({ ClaveRegimen: "04" })),
      ofLine([], group),
      ofLine([1202], line({ ClaveRegimen: "06" })),
      ...[F2, F3].map((record) => ofLine([1202], group, record)),
      ofLine([], line({ ClaveRegimen: "07" })),
      ofLine([], exempt("E6", "07")),
      ...["E2", "E3", "E4"].map((kind) => ofLine([1203], exempt(kind, "07"))),
      ...["N1", "N2"].map((kind) => ofLine([1203], notSubject(kind, "07", "03"))),
      ofLine([1203], reverse("07")),
      ...["01", "02", "03"].map((tax) => ofLine([], notSubject("N2", "08", tax))),
      ...["01", "02", "03"].map((tax) => ofLine([1252], notSubject("N1", "08", tax))),
      ofLine([1252], exempt("E1", "08")),
      ofLine([], collects),
      ofLine([1205], line({ ClaveRegimen: "10" })),
      ofLine([1205], collects, F3),
      [[1205], F1, { ...withLines(collects), Destinatarios: recipients(foreign("04", "98765", "US")) }],
      ofLine([], line({ ClaveRegimen: "11" })),
      ofLine([1206], line({ ClaveRegimen: "11", TipoImpositivo: "10", CuotaRepercutida: "1.00" })),
      ofLine([1206], exempt("E1", "11")),
      ofLine([], line({ ClaveRegimen: "11", TipoImpositivo: "7", CuotaRepercutida: "0.70", Impuesto: "03" })),
      ofLine([], notSubject("N2", "20", "03")),
      ofLine([1293], line({ ClaveRegimen: "20", Impuesto: "03" })),
    ])
  })

  it("is for later operations and public bodies if it is of public works", () => {
    const works = {
      ...withLines(line({ ClaveRegimen: "14" })),
      FechaOperacion: "21-11-2026",
      Destinatarios: recipients({ NombreRazon: "Ayuntamiento", NIF: "P2807900B" }),
    }
    assertCases([
      [[], F1, works],
      [[1147], F1, { ...works, FechaOperacion: undefined }],
      [[1147], F1, { ...works, FechaOperacion: "20-11-2026" }],
      [[1148], F3, works],
      [[1149], F1, { ...works, Destinatarios: F1["Destinatarios"] }],
      [[1149], F1, { ...works, Destinatarios: recipients(foreign("03", "98765", "US")) }],
    ])
  })

  it("is for recipients without a NIF if it is within the Union", () => {
    assertCases([
      ofLine([1289], exempt("E5", "01")),
      [[], F1, { ...withLines(exempt("E5", "01")), Destinatarios: recipients(foreign("02", "FR12345678901")) }],
      ofLine([], exempt("E5", "01", "03")),
    ])
  })
})

describe("the amounts of a breakdown", () => {
  const rated = (TipoImpositivo: string, more: Readonly<Record<string, string | undefined>> = {}) =>
    line({ TipoImpositivo, CuotaRepercutida: "0.50", ...more })
  const on = (day: string, one: RecordFields) => ({ ...withLines(one), FechaOperacion: day })

  it("have the rates of IVA, some of them only for some months", () => {
    assertCases([
      ...["0", "0.00", "4", "4.0", "10.00", "21."].map((rate) => ofLine([], rated(rate))),
      ...["20", "21.01", "7", "22"].map((rate) => ofLine([1124], rated(rate, { CuotaRepercutida: "2.00" }))),
      ...["7", "9.5", "15"].map((rate) => ofLine([], rated(rate, { Impuesto: "03" }))),
      ...["0.5", "8"].map((rate) => ofLine([], rated(rate, { Impuesto: "02" }))),
      [[1194], F1, on("30-06-2022", rated("5"))],
      [[], F1, on("01-07-2022", rated("5"))],
      [[], F1, on("30-09-2024", rated("5"))],
      [[1194], F1, withLines(rated("5"))],
      ...(["2", "7.5"] as const).flatMap((rate): ReadonlyArray<Case> => {
        const codigo = rate === "2" ? 1235 : 1236
        return [
          [[codigo], F1, on("30-09-2024", rated(rate))],
          [[], F1, on("01-10-2024", rated(rate))],
          [[], F1, { ...withLines(rated(rate)), "IDFactura.FechaExpedicionFactura": "31-12-2024" }],
          [[codigo], F1, on("01-01-2025", rated(rate))],
        ]
      }),
    ])
  })

  it("have the surcharge of their rate", () => {
    const surcharged = (rate: string, surcharge: string, more: Readonly<Record<string, string | undefined>> = {}) =>
      rated(rate, { TipoRecargoEquivalencia: surcharge, CuotaRecargoEquivalencia: "0.10", ...more })
    assertCases([
      ...([["21", "5.2"], ["21", "1.75"], ["10", "1.4"], ["4", "0.5"], ["4", "0.50"]] as const)
        .map(([rate, surcharge]) => ofLine([], surcharged(rate, surcharge))),
      ofLine([1127], surcharged("21", "5.1")),
      ofLine([1162], surcharged("21", "1.4")),
      ofLine([1163], surcharged("10", "0.5")),
      ofLine([1164], surcharged("4", "0")),
      ofLine([1277], surcharged("0", "0")),
      ofLine([1277], surcharged("0", "0.26")),
      [[], F1, on("01-01-2023", surcharged("0", "0"))],
      [[1165], F1, on("30-09-2024", surcharged("0", "0.26"))],
      [[], F1, on("01-10-2024", surcharged("2", "0.26"))],
      [[1166], F1, on("01-10-2024", surcharged("2", "0.5"))],
      [[], F1, on("31-12-2024", surcharged("7.5", "1"))],
      [[1169], F1, on("31-12-2024", surcharged("7.5", "1.4"))],
      [[], F1, on("31-12-2022", surcharged("5", "0.5"))],
      [[1167], F1, on("31-12-2022", surcharged("5", "0.62"))],
      [[], F1, on("01-01-2023", surcharged("5", "0.62"))],
      [[1168], F1, on("01-01-2023", surcharged("5", "0.5"))],
      [[1160, 1194], F1, on("01-10-2024", surcharged("5", "1"))],
      ofLine([], surcharged("7", "0.7", { Impuesto: "03" })),
      ofLine([1284], surcharged("21", "5.2", { CuotaRecargoEquivalencia: undefined })),
      ofLine([1284], surcharged("21", "5.2", { TipoRecargoEquivalencia: undefined })),
      ofLine([1281], { ...reverse("01"), TipoRecargoEquivalencia: "5.2", CuotaRecargoEquivalencia: "0.52" }),
      ofLine([1281], { ...notSubject("N1", "01", "02"), TipoRecargoEquivalencia: "1", CuotaRecargoEquivalencia: "0" }),
    ])
  })

  it("have a quota that follows from base and rate, give or take 10.00 EUR", () => {
    // Of travel agencies, whose totals are not added up.
    const of = (base: string, quota: string, more: Readonly<Record<string, string>> = {}) =>
      withLines(line({ ClaveRegimen: "05", BaseImponibleOimporteNoSujeto: base, CuotaRepercutida: quota, ...more }))
    assertCases([
      [[], F1, of("1000", "220")],
      [[], F1, of("1000", "200")],
      [[1142], F1, of("1000", "220.01")],
      [[1142], F1, of("1000", "199.99")],
      [[], F1, of("-1000", "-220")],
      [[1142], F1, of("-1000", "-220.01")],
      [[1143], F1, of("1", "-1")],
      [[1143], F1, of("-1", "1")],
      [[], F1, of("-1", "0")],
      ...[R2, R3, R4, R5].map((record): Case => [[], record, of("1000", "-2000")]),
      [[1142, 1143], R1, of("1000", "-2000")],
      [[], F1, of("1000", "2.10", { ClaveRegimen: "06", BaseImponibleACoste: "10" })],
      [[1144], F1, of("10", "12.11", { ClaveRegimen: "06", BaseImponibleACoste: "10" })],
      [[1140], F1, of("10", "2.10", { ClaveRegimen: "06", BaseImponibleACoste: "-10" })],
      [[1209], F1, withLines(line({ ClaveRegimen: "06", BaseImponibleACoste: "10", CuotaRepercutida: undefined }))],
      [[1257], F1, of("10", "2.10", { BaseImponibleACoste: "10" })],
      [[], F1, of("10", "2.10", { BaseImponibleACoste: "10", Impuesto: "02", ClaveRegimen: "01" })],
    ])
  })

  it("add up to the totals, give or take 10.00 EUR, except under some regimes", () => {
    const surcharged = line({ TipoRecargoEquivalencia: "5.2", CuotaRecargoEquivalencia: "50.00" })
    assertCases([
      [[], F1, { CuotaTotal: "12.10", ImporteTotal: "2.10" }],
      [[2006], F1, { CuotaTotal: "12.11" }],
      [[2006], F1, { CuotaTotal: "-7.91" }],
      [[2005], F1, { ImporteTotal: "22.11" }],
      [[2005], F1, { ImporteTotal: "2.09" }],
      [[2005, 2006], F1, withLines(taxed, surcharged)],
      [[], F1, { ...withLines(taxed, surcharged), CuotaTotal: "54.20", ImporteTotal: "74.20" }],
      ...["03", "05", "09"].map((regime): Case =>
        [[], F1, { ...withLines(line({ ClaveRegimen: regime })), CuotaTotal: "90", ImporteTotal: "90" }]
      ),
      [[], F1, { ...withLines(notSubject("N2", "08")), ImporteTotal: "90" }],
    ])
  })

  it("stay within the limit of simplified invoices", () => {
    const of = (base: string) => ({
      ...withLines(exempt("E1", "01"), { ...exempt("E1", "01"), BaseImponibleOimporteNoSujeto: base }),
      ImporteTotal: "3010",
      CuotaTotal: "0",
    })
    assertCases([
      [[], F2, of("3000.00")],
      [[1150], F2, of("3000.01")],
      [[], F1, of("3000.01")],
      [[], F2, { ...of("3000.01"), NumRegistroAcuerdoFacturacion: "1" }],
      [[], F2, { ...of("3000.01"), FacturaSinIdentifDestinatarioArt61d: "S" }],
      [[1150], F2, { ...of("3000.01"), FacturaSinIdentifDestinatarioArt61d: "N" }],
    ])
  })

  it("are announced from 100 000 000 EUR on", () => {
    const of = (total: string) => ({
      ...withLines({ ...exempt("E1", "01"), BaseImponibleOimporteNoSujeto: total }),
      ImporteTotal: total,
    })
    assertCases([
      [[], F1, of("99999999.99")],
      [[1138], F1, { ...of("99999999.99"), Macrodato: "S" }],
      [[1139], F1, of("100000000")],
      [[1139], F1, { ...of("100000000"), Macrodato: "N" }],
      [[], F1, { ...of("100000000"), Macrodato: "S" }],
      [[], F1, { ...of("-100000000.00"), Macrodato: "S" }],
      [[1137], F1, { Macrodato: "X" }],
    ])
  })
})
