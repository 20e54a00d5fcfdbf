import { assert, describe, it } from "@effect/vitest"
import type { RecordFields } from "../../core/registry/RegistryRecord.ts"
import { isNif, isPersonNif } from "./aeatNif.ts"
import {
  anulacion, assertCases, codesOf, F1, F2, F3, foreign, person, R1, R2, R3, R4, R5, recipients,
} from "./aeatSampleRecords.ts"

const to = (...list: ReadonlyArray<RecordFields>) => ({ Destinatarios: recipients(...list) })

describe("a NIF", () => {
  it("ends in its control character", () => {
    const persons = ["12345678Z", "89890001K", "00000000T", "X1234567L", "Y1234567X", "Z1234567R", "K1234567L"]
    const entities = ["A28015865", "B12345674", "B1234567D", "G12345674", "Q2826000H", "P2807900B", "S7800001E"]
    for (const nif of [...persons, ...entities]) assert.isTrue(isNif(nif), nif)
    for (const nif of persons) assert.isTrue(isPersonNif(nif), nif)
    for (const nif of entities) assert.isFalse(isPersonNif(nif), nif)
    const wrong = [
      "12345678A", "12345678z", "B12345675", "B1234567E", "Q28260008", "X1234567T", "1234567Z", "12345678-Z",
      "ES12345678", "I12345674", "",
    ]
    for (const nif of wrong) assert.isFalse(isNif(nif), nif)
  })
})

describe("the recipients of a record", () => {
  it("are named where the type requires them", () => {
    assertCases([
      ...[F1, F3, R1, R2, R3, R4].map((record) => [[1189], record, { Destinatarios: undefined }] as const),
      ...[F2, R5].map((record) => [[1190], record, to(person)] as const),
      [[], F1, to(person, { NombreRazon: "Talleres Núñez SL", NIF: "B12345674" })],
      [[1123], F1, to(person, { ...person, NIF: "12345678A" })],
      [[4102], F1, to({ NIF: "12345678Z" })],
      [[1100], F1, to({ ...person, NombreRazon: "x".repeat(121) })],
      [[1239], F1, to({ NombreRazon: "Ana Ruiz" })],
      [[1239], F1, to({ ...foreign("02", "FR12345678901"), NIF: "12345678Z" })],
    ])
  })

  it("have a country of AEAT's, unless they are named by a VAT id", () => {
    assertCases([
      ...["03", "04", "05", "06"].flatMap((type) => [
        [[], F1, to(foreign(type, "98765", "US"))] as const,
        [[1111], F1, to(foreign(type, "98765"))] as const,
      ]),
      [[1101], F1, to(foreign("04", "98765", "UK"))],
      [[1101], F1, to(foreign("04", "98765", "EL"))],
      [[1101, 1111], F1, to(foreign("04", "98765", "XI"), foreign("04", "1"))],
      [[1111, 4102], F1, to(foreign("04", "98765", ""))],
      [[1102], F1, to(foreign("01", "98765", "FR"))],
      [[1103], F1, to(foreign("04", "x".repeat(21), "US"))],
      [[4102], F1, to(foreign("04", "", "US"))],
    ])
  })

  it("in Spain without a NIF have a passport or are not in the census", () => {
    assertCases([
      [[], F1, to(foreign("03", "AAA123", "ES"))],
      [[1126], F1, to(foreign("04", "98765", "ES"))],
      [[], F1, to(foreign("07", "12345678Z", "ES"))],
      [[1126], F1, to(foreign("07", "12345678Z", "FR"))],
      [[1111, 1126], F1, to(foreign("07", "12345678Z"))],
      [[1131], F1, to(foreign("07", "B12345674", "ES"))],
      [[1131, 1290], F1, to(foreign("07", "12345678A", "ES"))],
    ])
  })

  it("are limited in R2 and R3", () => {
    const vat = foreign("02", "FR12345678901")
    const passport = foreign("03", "AAA123", "US")
    const notInCensus = foreign("07", "12345678Z", "ES")
    assertCases([
      [[], R2, to(person, vat, notInCensus)],
      [[1192], R2, to(passport)],
      [[], R3, to(person, notInCensus)],
      [[1191], R3, to(vat)],
      [[1191], R3, to(passport)],
      [[], R4, to(vat, passport)],
      [[1156, 1190], F2, to(vat)],
    ])
  })

  it("have a VAT id in the form of their state", () => {
    const right = [
      "DE123456789", "ATU12345678", "BE0123456789", "CY12345678X", "CZ12345678", "CZ123456789", "CZ1234567890",
      "HR12345678901", "DK12345678", "SK1234567890", "SI12345678", "EE123456789", "FI12345678", "FR12345678901",
      "FRXX123456789", "EL123456789", "XI123456789", "XI123456789012", "XIGD123", "NL123456789B01", "HU12345678",
      "IT12345678901", "IE1234567A", "IE1234567AB", "LV12345678901", "LT123456789", "LT123456789012", "LU12345678",
      "MT12345678", "PL1234567890", "PT123456789", "SE123456789012", "BG123456789", "BG1234567890", "RO12",
      "RO1234567890",
    ]
    for (const id of right) assert.deepStrictEqual(codesOf(F1, to(foreign("02", id))), [], id)
    const wrong = [
      "DE12345678", "DE12345678A", "GR123456789", "ESB12345674", "RO0123", "RO1", "fr12345678901", "FR1234567890",
      "US123456789", "NL123456789B1", "LT1234567890", "DE 123456789", "12345678901", "CH123456789",
    ]
    for (const id of wrong) assert.deepStrictEqual(codesOf(F1, to(foreign("02", id))), [1103], id)
    assertCases([
      [[], F1, to(foreign("02", "EL123456789", "GR"))],
      [[1122], F1, to(foreign("02", "EL123456789", "DE"))],
      [[1122, 1126], F1, to(foreign("02", "FR12345678901", "ES"))],
      [[1255], F1, to(foreign("02", "GB123456789"))],
      [[], F1, { ...to(foreign("02", "GB123456789")), FechaOperacion: "31-01-2021" }],
      [[1254], F1, { ...to(foreign("02", "XI123456789")), FechaOperacion: "31-12-2020" }],
    ])
  })
})

describe("other persons named in a record", () => {
  it("may be a third party that issued it", () => {
    const by = (who: string | undefined, Tercero?: object) => ({
      EmitidaPorTerceroODestinatario: who,
      ...(Tercero === undefined ? {} : { Tercero: { ...Tercero } }),
    })
    assertCases([
      [[], F1, by("T", person)],
      [[], F1, by("T", foreign("04", "98765", "US"))],
      [[], F1, by("D")],
      [[1151], F1, by("X")],
      [[1186], F1, by("T")],
      [[1158], F2, by("D")],
      [[1155], F1, by(undefined, person)],
      [[1159], F1, by("D", person)],
      [[1188], F1, by("T", { ...person, NIF: "B12345674" })],
      [[1178], F1, by("T", { NombreRazon: "Ana Ruiz" })],
      [[1232], F1, by("T", foreign("04", "98765", "ES"))],
      [[1211, 1232], F1, by("T", foreign("07", "12345678Z", "ES"))],
      [[1103], F1, by("T", foreign("02", "FR1"))],
    ])
  })

  it("include the producer of the software", () => {
    const software = (other: object) => ({
      "SistemaInformatico.NIF": undefined,
      "SistemaInformatico.IDOtro": { ...other },
    })
    assertCases([
      [[], F1, software({ CodigoPais: "US", IDType: "04", ID: "98765" })],
      [[], anulacion, software({ IDType: "02", ID: "FR12345678901" })],
      [[1103], anulacion, software({ IDType: "02", ID: "FR1" })],
      [[1223], F1, { "SistemaInformatico.NIF": undefined }],
      [[1223], F1, { "SistemaInformatico.IDOtro": { CodigoPais: "US", IDType: "04", ID: "98765" } }],
      [[1232], F1, software({ CodigoPais: "ES", IDType: "04", ID: "98765" })],
      [[1221, 1232], F1, software({ CodigoPais: "ES", IDType: "07", ID: "12345678Z" })],
      [[1111], F1, software({ IDType: "04", ID: "98765" })],
    ])
  })

  it("include whoever made an annulment", () => {
    const by = (GeneradoPor: string | undefined, Generador: object | undefined) => ({
      GeneradoPor,
      Generador: Generador === undefined ? undefined : { ...Generador },
    })
    assertCases([
      [[], anulacion, by("T", person)],
      [[], anulacion, by("D", foreign("07", "12345678Z", "ES"))],
      [[], anulacion, by("E", person)],
      [[1224], anulacion, by("T", undefined)],
      [[1224], anulacion, by(undefined, person)],
      [[1225], anulacion, by("X", person)],
      [[1227], anulacion, by("E", foreign("04", "98765", "US"))],
      [[1228], anulacion, by("T", { NombreRazon: "Ana Ruiz" })],
      [[1229, 1232], anulacion, by("T", foreign("07", "12345678Z", "ES"))],
      [[1230], anulacion, by("D", foreign("04", "98765", "ES"))],
      [[1258], anulacion, by("T", { ...person, NIF: "12345678A" })],
      [[1259], anulacion, by("T", { ...person, NIF: "B12345674" })],
    ])
  })
})
