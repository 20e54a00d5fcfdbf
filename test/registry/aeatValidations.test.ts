import { assert, describe, it } from "@effect/vitest"
import type { RecordFields } from "../../core/registry/RegistryRecord.ts"
import { recomputedHuella } from "./aeatChainValidations.ts"
import {
  anulacion, assertCases, breakdown, codesOf, F1, F2, F3, person, previousHuella, R1, R2, R3, R4, R5, recipients,
  spoilt, taxed, today,
} from "./aeatSampleRecords.ts"
import { aeatErrors } from "./aeatValidations.ts"

describe("AEAT's objections to a record", () => {
  it("are none if the record is right, whatever its type", () => {
    assertCases([F1, F2, F3, R1, R2, R3, R4, R5, anulacion].map((record) => [[], record, {}]))
    assert.deepStrictEqual(codesOf(F1, {}, { nif: "B12345674" }), [])
    assert.deepStrictEqual(codesOf(anulacion, {}, { nif: "B12345674" }), [])
  })

  it("say whether they refuse it", () => {
    const effects = (changes: object, on = today) =>
      aeatErrors({ ...spoilt(F1), ...changes }, "alta", on).map(({ codigo, efecto }) => [codigo, efecto])
    assert.deepStrictEqual(effects({ Huella: "A".repeat(64) }), [[2000, "aceptado_con_errores"]])
    assert.deepStrictEqual(effects({ Destinatarios: {} }), [[4102, "rechazo"], [1189, "rechazo"]])
    const { ClaveRegimen: _, ...general } = taxed
    const ipsi = { ...general, Impuesto: "02" }
    assert.deepStrictEqual(effects({ Desglose: breakdown(ipsi) }), [[2009, "aceptado_con_errores"]])
    assert.deepStrictEqual(effects({ Desglose: breakdown(ipsi) }, "2026-12-31"), [[2009, "aceptado_con_errores"]])
    assert.deepStrictEqual(effects({ Desglose: breakdown(ipsi) }, "2027-01-01"), [[2009, "rechazo"]])
  })

  it("concern single fields that are wrong", () => {
    assertCases([
      [[1251], F1, { IDVersion: "1.1" }],
      [[4102], F1, { IDVersion: undefined }],
      [[4102], F1, { DescripcionOperacion: undefined }],
      [[4102], F1, { DescripcionOperacion: "  " }],
      [[1100], F1, { DescripcionOperacion: "x".repeat(501) }],
      [[], F1, { DescripcionOperacion: "😀".repeat(250) }],
      [[4103], F1, { DescripcionOperacion: "a\u0007b" }],
      [[4103], F1, { DescripcionOperacion: "a\ud83d" }],
      [[1100], F1, { NombreRazonEmisor: "x".repeat(121) }],
      [[4102], F1, { Descripcion: "?" }],
      [[1253], F1, { RefExterna: "x".repeat(61) }],
      [[1106, 1115], F1, { TipoFactura: "F4", TipoRectificativa: "I" }],
      [[1107], R2, { TipoRectificativa: "D" }],
      [[1100], F1, { NumRegistroAcuerdoFacturacion: "x".repeat(16) }],
      [[1171], F1, { Subsanacion: "X" }],
      [[1171], F1, { Subsanacion: "S", RechazoPrevio: "Z" }],
      [[4102], anulacion, { IDFactura: undefined }],
      [[4102], anulacion, { "IDFactura.FechaExpedicionFacturaAnulada": undefined }],
      [[1275], anulacion, { RechazoPrevio: "X" }],
      [[1276], anulacion, { SinRegistroPrevio: "X" }],
      [[], anulacion, { SinRegistroPrevio: "S", RechazoPrevio: "S", RefExterna: "1" }],
    ])
  })

  it("concern the form of amounts", () => {
    const told = (CuotaTotal: string) => codesOf(F1, { CuotaTotal })
    for (const right of ["2.1", "+2.10", "2.", "2", "-0.00"]) assert.deepStrictEqual(told(right), [], right)
    for (const wrong of ["2,10", "2.100", "02.10", "1e1", "1000000000000", ".1", "--1"]) {
      assert.deepStrictEqual(told(wrong), [1100], wrong)
    }
    assert.deepStrictEqual(told(""), [4102])
  })
})

describe("the invoice of a record", () => {
  it("has a number, an issuer and a day", () => {
    assertCases([
      [[1123], F1, { "IDFactura.IDEmisorFactura": "B12345675" }],
      [[1130], F1, { "IDFactura.NumSerieFactura": "Ñ-1" }],
      [[1130], F1, { "IDFactura.NumSerieFactura": "A\t1" }],
      [[1130], anulacion, { "IDFactura.NumSerieFacturaAnulada": "Á" }],
      ...[..."<>\"'="].map((sign) => [[1287], F1, { "IDFactura.NumSerieFactura": `A${sign}1` }] as const),
      [[], F1, { "IDFactura.NumSerieFactura": "x".repeat(60) }],
      [[1104], F1, { "IDFactura.NumSerieFactura": "x".repeat(61) }],
      [[1104], anulacion, { "IDFactura.NumSerieFacturaAnulada": "x".repeat(61) }],
      [[1105], F1, { "IDFactura.FechaExpedicionFactura": "2026-11-20" }],
      [[1105], F1, { "IDFactura.FechaExpedicionFactura": "29-02-2026" }],
      [[1105], anulacion, { "IDFactura.FechaExpedicionFacturaAnulada": "1-11-2026" }],
      [[1112], F1, { "IDFactura.FechaExpedicionFactura": "21-11-2026" }],
      [[], F1, { "IDFactura.FechaExpedicionFactura": "28-10-2024" }],
      [[1152], F1, { "IDFactura.FechaExpedicionFactura": "27-10-2024" }],
    ])
    assert.deepStrictEqual(codesOf(F1, {}, { nif: "12345678Z" }), [1108])
    assert.deepStrictEqual(codesOf(anulacion, {}, { nif: "12345678Z" }), [1108])
  })

  it("has a day of operation within a range", () => {
    const pending = { Desglose: breakdown({ ...taxed, ClaveRegimen: "15" }) }
    assertCases([
      [[], F1, { FechaOperacion: "20-11-2006" }],
      [[1134], F1, { FechaOperacion: "19-11-2006" }],
      [[1145], F1, { FechaOperacion: "31-09-2026" }],
      [[1146], F1, { FechaOperacion: "10-11-2026", "IDFactura.FechaExpedicionFactura": "09-11-2026" }],
      [[1146, 1173], F1, { FechaOperacion: "21-11-2026" }],
      [[1146, 1173], F1, {
        FechaOperacion: "21-11-2026",
        Desglose: breakdown({ ...taxed, ClaveRegimen: "15" }, taxed),
        ImporteTotal: "24.20",
      }],
      [[1146, 1173], F1, { FechaOperacion: "21-11-2026", Desglose: breakdown({ ...taxed, Impuesto: "02" }) }],
      [[], F1, { FechaOperacion: "31-12-2027", ...pending }],
      [[1125], F1, { FechaOperacion: "01-01-2028", ...pending }],
    ])
  })

  it("has a type that fits the other fields", () => {
    const amounts = { BaseRectificada: "10.00", CuotaRectificada: "2.10" }
    assertCases([
      [[1114], R2, { TipoRectificativa: undefined }],
      [[1115], F1, { TipoRectificativa: "I" }],
      [[1117], F1, { FacturasRectificadas: R1["FacturasRectificadas"] }],
      [[], R4, { FacturasRectificadas: undefined }],
      [[1116], R4, { FacturasSustituidas: F3["FacturasSustituidas"] }],
      [[], F3, { FacturasSustituidas: undefined }],
      [[4102], F3, { FacturasSustituidas: { IDFacturaSustituida: [] } }],
      [[1118], R1, { ImporteRectificacion: undefined }],
      [[4102], R1, { ImporteRectificacion: { BaseRectificada: "10.00" } }],
      [[1119], R2, { ImporteRectificacion: amounts }],
      [[1119], F1, { ImporteRectificacion: amounts }],
      [[], R1, { "ImporteRectificacion.CuotaRecargoRectificado": "0.52" }],
    ])
  })

  it("carries marks only where they belong", () => {
    assertCases([
      [[], F1, { FacturaSimplificadaArt7273: "S" }],
      [[1183], F2, { FacturaSimplificadaArt7273: "S" }],
      [[], F2, { FacturaSimplificadaArt7273: "N" }],
      [[1136], F1, { FacturaSimplificadaArt7273: "X" }],
      [[], R5, { FacturaSinIdentifDestinatarioArt61d: "S" }],
      [[1185], F1, { FacturaSinIdentifDestinatarioArt61d: "S" }],
      [[1184], F2, { FacturaSinIdentifDestinatarioArt61d: "X" }],
      [[], R5, { Cupon: "S" }],
      [[1157], F1, { Cupon: "S" }],
      [[1157], R1, { Cupon: "X" }],
    ])
  })

  it("says why it is sent again", () => {
    assertCases([
      [[], F1, { Subsanacion: "S", RechazoPrevio: "X" }],
      [[], F1, { Subsanacion: "S", RechazoPrevio: "S" }],
      [[], F1, { Subsanacion: "N", RechazoPrevio: "N" }],
      [[1153], F1, { RechazoPrevio: "X" }],
      [[1161], F1, { Subsanacion: "N", RechazoPrevio: "S" }],
    ])
  })
})

describe("the chain of a record", () => {
  it("links it to the one before, or marks it as the first", () => {
    assertCases([
      [[], F1, { Encadenamiento: { PrimerRegistro: "S" } }],
      [[1274], F1, { Encadenamiento: { PrimerRegistro: "N" } }],
      [[1180], F1, { Encadenamiento: {} }],
      [[1180], F1, { "Encadenamiento.PrimerRegistro": "S" }],
      [[4102], F1, { Encadenamiento: undefined }],
      [[4102], F1, { "Encadenamiento.RegistroAnterior.Huella": undefined }],
      [[1123], F1, { "Encadenamiento.RegistroAnterior.IDEmisorFactura": "B1" }],
      [[1175], F1, { "Encadenamiento.RegistroAnterior.NumSerieFactura": "x".repeat(61) }],
      [[1174], F1, { "Encadenamiento.RegistroAnterior.FechaExpedicionFactura": "00-11-2026" }],
      [[2002], F1, { "Encadenamiento.RegistroAnterior.Huella": "AB" }],
      [[2003], F1, { "Encadenamiento.RegistroAnterior.Huella": previousHuella.toLowerCase() }],
      [[1291, 2003], F1, { "Encadenamiento.RegistroAnterior.Huella": `${previousHuella.slice(1)}-` }],
      [[2000, 2008], F1, { Huella: previousHuella }],
    ])
  })

  it("dates it to the second, with an offset", () => {
    for (const right of ["2026-11-20T12:00:00Z", "2026-11-20T00:00:00-01:00", "2024-02-29T23:59:59+00:00"]) {
      assert.deepStrictEqual(codesOf(F1, { FechaHoraHusoGenRegistro: right }), [], right)
    }
    const wrong = [
      "2026-11-20T12:00:00", "2026-11-20T12:00:00.0Z", "2026-11-20T12:00:00+0100", "2026-11-20T24:00:00Z",
      "2026-11-20 12:00:00Z", "2026-02-30T12:00:00Z", "20-11-2026T12:00:00Z", "2026-11-20T12:00:60Z",
    ]
    for (const text of wrong) assert.deepStrictEqual(codesOf(F1, { FechaHoraHusoGenRegistro: text }), [1244], text)
    assert.deepStrictEqual(codesOf(F1, { FechaHoraHusoGenRegistro: "2026-11-21T00:00:00+01:00" }), [2004])
  })

  it("hashes it", () => {
    assertCases([
      [[1247], F1, { TipoHuella: "02" }],
      [[4102], F1, { Huella: undefined }],
      [[1262, 2000], F1, { Huella: "AB" }],
      [[1292, 2000], F1, { Huella: "-".repeat(64) }],
      [[2000], anulacion, { Huella: previousHuella }],
    ])
    const right = spoilt(F1)
    const differs = (fields: RecordFields) => recomputedHuella({ ...right, ...fields }, "alta") !== right["Huella"]
    assert.isFalse(differs({ DescripcionOperacion: "Otra cosa", NombreRazonEmisor: "Otro" }))
    for (const name of ["TipoFactura", "CuotaTotal", "ImporteTotal", "FechaHoraHusoGenRegistro"]) {
      assert.isTrue(differs({ [name]: "1" }), name)
    }
  })

  /** Especificaciones huella 0.1.2, section 6, and the sample in Firma electronica 0.1.5, section 8.1. */
  it("hashes AEAT's own samples as AEAT does", () => {
    const first = {
      IDFactura: {
        IDEmisorFactura: "89890001K",
        NumSerieFactura: "12345678/G33",
        FechaExpedicionFactura: "01-01-2024",
      },
      TipoFactura: "F1",
      CuotaTotal: "12.35",
      ImporteTotal: "123.45",
      Encadenamiento: { PrimerRegistro: "S" },
      FechaHoraHusoGenRegistro: "2024-01-01T19:20:30+01:00",
    }
    const firstHuella = "3C464DAF61ACB827C65FDA19F352A4E3BDC2C640E9E9FC4CC058073F38F12F60"
    assert.strictEqual(recomputedHuella(first, "alta"), firstHuella)
    const second = {
      ...first,
      IDFactura: { ...first.IDFactura, NumSerieFactura: " 12345679/G34 " },
      Encadenamiento: { RegistroAnterior: { Huella: firstHuella } },
      FechaHoraHusoGenRegistro: "2024-01-01T19:20:35+01:00",
    }
    const secondHuella = "F7B94CFD8924EDFF273501B01EE5153E4CE8F259766F88CF6ACB8935802A2B97"
    assert.strictEqual(recomputedHuella(second, "alta"), secondHuella)
    const annulled = {
      IDFactura: {
        IDEmisorFacturaAnulada: "89890001K",
        NumSerieFacturaAnulada: "12345679/G34",
        FechaExpedicionFacturaAnulada: "01-01-2024",
      },
      Encadenamiento: { RegistroAnterior: { Huella: secondHuella } },
      FechaHoraHusoGenRegistro: "2024-01-01T19:20:40+01:00",
    }
    assert.strictEqual(
      recomputedHuella(annulled, "anulacion"),
      "177547C0D57AC74748561D054A9CEC14B4C4EA23D1BEFD6F2E69E3A388F90C68",
    )
    const signed = {
      IDFactura: {
        IDEmisorFactura: "89890001K",
        NumSerieFactura: "12345678-G66",
        FechaExpedicionFactura: "03-02-2025",
      },
      TipoFactura: "R3",
      CuotaTotal: "41.4",
      ImporteTotal: "241.4",
      Encadenamiento: {
        RegistroAnterior: { Huella: "C9AF4AF1EF5EBBA700350DE3EEF12C2D355C56AC56F13DB2A25E0031BD2B7ED5" },
      },
      FechaHoraHusoGenRegistro: "2025-02-03T14:30:00+01:00",
    }
    assert.strictEqual(
      recomputedHuella(signed, "alta"),
      "FF954378B64ED331A9B2366AD317D86E9DEC1716B12DD0ACCB172A6DC4C105AA",
    )
  })
})

describe("the software in a record", () => {
  it("is named in full", () => {
    const block = "SistemaInformatico"
    assertCases([
      [[4102], F1, { [block]: undefined }],
      [[4102], anulacion, { [`${block}.NumeroInstalacion`]: undefined }],
      [[1179], F1, { [`${block}.Version`]: "x".repeat(51) }],
      [[1179], F1, { [`${block}.NombreRazon`]: "x".repeat(121) }],
      [[1176], F1, { [`${block}.NIF`]: "B12345675" }],
      [[1220], F1, { [`${block}.NombreSistemaInformatico`]: "x".repeat(31) }],
      ...["T", "ÑA", "tl", "T1A"].map((id) => [[1177], F1, { [`${block}.IdSistemaInformatico`]: id }] as const),
      [[1212], F1, { [`${block}.TipoUsoPosibleSoloVerifactu`]: "X" }],
      [[1213], F1, { [`${block}.TipoUsoPosibleMultiOT`]: "X" }],
      [[1226], F1, { [`${block}.IndicadorMultiplesOT`]: "1" }],
    ])
  })

  it("may be in a record with 1000 recipients, the most there can be", () => {
    assertCases([
      [[], F1, { Destinatarios: recipients(...Array.from({ length: 1000 }, () => person)) }],
      [[4113], F1, { Destinatarios: recipients(...Array.from({ length: 1001 }, () => person)) }],
    ])
  })
})
