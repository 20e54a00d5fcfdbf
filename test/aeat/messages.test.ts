import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import * as fc from "fast-check"
import { queryMessage } from "../../adapters/aeat/messages/queryMessage.ts"
import { shipmentMessage } from "../../adapters/aeat/messages/shipmentMessage.ts"
import { readEnvelope } from "../../adapters/aeat/messages/soap.ts"
import { childOf, type Element, fieldsOf } from "../../adapters/aeat/xml/readXml.ts"
import { instant } from "../../core/calendar/instant.ts"
import type { RegistryRecord } from "../../core/registry/RegistryRecord.ts"
import { schemaFolder } from "../registry/aeatSchemas.ts"
import { anyStory, booksAfter } from "../registry/anyCompany.ts"
import { chainOfRecords, taxpayer } from "./chainOfRecords.ts"
import { messageSchemaFaults } from "./messageSchemaFaults.ts"

const contentOf = (message: string): Element => Either.getOrThrowWith(readEnvelope(message), (problem) => new Error(String(problem)))

/** Messages of up to a thousand records each, the most that AEAT takes. Records of different companies are mixed. */
const messagesOf = (records: ReadonlyArray<RegistryRecord>): ReadonlyArray<string> =>
  Array.from({ length: Math.ceil(records.length / 1_000) }, (_, i) =>
    shipmentMessage({ obligado: taxpayer, incidencia: i % 2 === 1, records: records.slice(i * 1_000, (i + 1) * 1_000) }))

/** The seed of this run, printed when a test fails. */
const [seed = 0] = fc.sample(fc.integer(), 1)

const storyRecords = (numRuns: number): ReadonlyArray<RegistryRecord> =>
  fc.sample(anyStory, { numRuns, seed }).flatMap((story) => booksAfter(story).records)

describe("messages to the tax authority", () => {
  it.skipIf(schemaFolder === undefined)("conform to AEAT's schema, whatever a company invoices", async () => {
    const records = storyRecords(900)
    const marked = chainOfRecords()
    const now = instant(Date.parse("2026-11-20T10:00:00Z"))
    const others = [
      marked.alta("F-1", now, { Subsanacion: "S", RechazoPrevio: "X" }),
      marked.anulacion("F-1", now, { SinRegistroPrevio: "S", RechazoPrevio: "S" }),
    ]
    const messages = messagesOf([...others, ...records])
    assert.isAbove(messages.length, 1)
    assert.deepStrictEqual(await messageSchemaFaults("SuministroLR", messages), [], `seed ${seed}`)
  })

  it.skipIf(schemaFolder === undefined)("with a fault are caught by that schema", async () => {
    const [record] = storyRecords(20)
    if (record === undefined) throw new Error("no record")
    const message = shipmentMessage({ obligado: { ...taxpayer, nif: "B1" }, incidencia: false, records: [record] })
    assert.match((await messageSchemaFaults("SuministroLR", [message])).join("\n"), /NIF/)
  })

  it("carry every field of every record as it was hashed", () => {
    const records = storyRecords(100)
    for (const message of messagesOf(records)) {
      const lines = contentOf(message).children.filter(({ name }) => name === "RegistroFactura")
      lines.forEach((line, i) => {
        const { campos, tipo } = records[i] ?? { campos: {}, tipo: "none" }
        const name = tipo === "alta" ? "RegistroAlta" : "RegistroAnulacion"
        const expected = JSON.stringify({ [name]: singled(campos) })
        assert.strictEqual(JSON.stringify(fieldsOf(line)), expected, `seed ${seed}`)
      })
      assert.strictEqual(lines.length, Math.min(records.length, 1_000))
    }
  })

  it("mark records as late only when they are", () => {
    const records = [chainOfRecords().alta("F-1", instant(0))]
    const headerOf = (incidencia: boolean) => {
      const header = childOf(contentOf(shipmentMessage({ obligado: taxpayer, incidencia, records })), "Cabecera")
      return header === undefined ? undefined : fieldsOf(header)
    }
    const ObligadoEmision = { NombreRazon: "Talleres Núñez & Hijos SL", NIF: "B12345674" }
    assert.deepStrictEqual(headerOf(false), { ObligadoEmision })
    assert.deepStrictEqual(headerOf(true), { ObligadoEmision, RemisionVoluntaria: { Incidencia: "S" } })
  })

  it.skipIf(schemaFolder === undefined)("that ask what AEAT holds conform to its schema", async () => {
    const place = { IDEmisorFactura: "B12345674", NumSerieFactura: "F-1 & <2>", FechaExpedicionFactura: "20-11-2026" }
    const messages = [null, "F-1 & <2>"].flatMap((numserie) =>
      [null, place].map((after) => queryMessage({ obligado: taxpayer, ejercicio: 2026, periodo: 3, numserie, after })))
    assert.deepStrictEqual(await messageSchemaFaults("ConsultaLR", messages), [])
  })

  it("that ask want to be told which installation sent each record, by which those of another are known", () => {
    const text = queryMessage({ obligado: taxpayer, ejercicio: 2026, periodo: 3, numserie: null, after: null })
    const { DatosAdicionalesRespuesta, FiltroConsulta } = fieldsOf(contentOf(text))
    assert.deepStrictEqual(DatosAdicionalesRespuesta, { MostrarSistemaInformatico: "S" })
    assert.deepStrictEqual(FiltroConsulta, { PeriodoImputacion: { Ejercicio: "2026", Periodo: "03" } })
  })

  it("of a thousand records are written in a fraction of a second", () => {
    const chain = chainOfRecords()
    const records = Array.from({ length: 1_000 }, (_, i) => chain.alta(`F-${i}`, instant(1_790_000_000_000 + i * 1_000)))
    const times = Array.from({ length: 5 }, () => {
      const begun = performance.now()
      const message = shipmentMessage({ obligado: taxpayer, incidencia: false, records })
      assert.isAbove(message.length, 1_000_000)
      return performance.now() - begun
    })
    console.info(`a message of 1000 records: ${times.map((time) => time.toFixed(0)).join(", ")} ms`)
    assert.isBelow(Math.min(...times), 1_000)
  })
})

/** A list of one block comes back as the block itself. */
const singled = (field: unknown): unknown => {
  if (Array.isArray(field)) return field.length === 1 ? singled(field[0]) : field.map(singled)
  if (typeof field !== "object" || field === null) return field
  return Object.fromEntries(Object.entries(field).map(([name, value]) => [name, singled(value)]))
}
