import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import * as fc from "fast-check"
import { readQueryAnswer } from "../../adapters/aeat/messages/queryAnswer.ts"
import { queryMessage, type Question } from "../../adapters/aeat/messages/queryMessage.ts"
import { readShipmentAnswer } from "../../adapters/aeat/messages/shipmentAnswer.ts"
import { shipmentMessage } from "../../adapters/aeat/messages/shipmentMessage.ts"
import { readEnvelope } from "../../adapters/aeat/messages/soap.ts"
import { heldPage } from "../../adapters/aeat/standIn/books/heldInvoices.ts"
import type { Reaction } from "../../adapters/aeat/standIn/Reaction.ts"
import { soapReaction } from "../../adapters/aeat/standIn/server/soapService.ts"
import { makeStandIn } from "../../adapters/aeat/standIn/StandIn.ts"
import { instant } from "../../core/calendar/instant.ts"
import type { RegistryRecord } from "../../core/registry/RegistryRecord.ts"
import { schemaFolder } from "../registry/aeatSchemas.ts"
import { aeatErrors } from "../registry/aeatValidations.ts"
import { anyStory, booksAfter } from "../registry/anyCompany.ts"
import { chainOfRecords, type Marks, taxpayer } from "./chainOfRecords.ts"
import { messageSchemaFaults } from "./messageSchemaFaults.ts"

const begin = Date.parse("2026-11-20T10:00:00Z")

const anyMarks: fc.Arbitrary<Marks> = fc.constantFrom({}, {}, {}, { Subsanacion: "S" }, { Subsanacion: "S", RechazoPrevio: "X" })

/** Records of few invoices, so that several concern the same one; some messages come late, and some twice. */
const anyMessages = fc.array(
  fc.record({
    records: fc.array(
      fc.record({
        tipo: fc.constantFrom("alta" as const, "alta" as const, "anulacion" as const),
        numserie: fc.constantFrom("F-1", "F-2 & <3>", "G/4", "Ñ-5"),
        marks: anyMarks,
      }),
      { minLength: 1, maxLength: 6 },
    ),
    lateSeconds: fc.constantFrom(0, 0, 600),
    incidencia: fc.boolean(),
    twice: fc.boolean(),
  }),
  { minLength: 1, maxLength: 5 },
)

const messagesOf = (wanted: typeof anyMessages extends fc.Arbitrary<infer One> ? One : never) => {
  const chain = chainOfRecords()
  return wanted.flatMap(({ incidencia, lateSeconds, records, twice }, i) => {
    const made = instant(begin + i * 60_000)
    const message = {
      obligado: taxpayer,
      incidencia,
      records: records.map(({ marks, numserie, tipo }): RegistryRecord =>
        tipo === "alta" ? chain.alta(numserie, made, marks) : chain.anulacion(numserie, made)),
      at: instant(made + lateSeconds * 1_000),
    }
    return twice ? [message, message] : [message]
  })
}

const answerIn = <A>(reaction: Reaction<A>): A => {
  if (reaction._tag !== "Answers") throw new Error(`not answered: ${reaction._tag}`)
  return reaction.answer
}

const bodyOf = (xml: string) => Either.getOrThrowWith(readEnvelope(xml), (problem) => new Error(String(problem)))

describe("a message in XML and the same message as an object", () => {
  it("get the same answer and leave the same state behind", async () => {
    const answers: Array<string> = []
    const pages: Array<string> = []
    await fc.assert(fc.asyncProperty(anyMessages, async (wanted) => {
      const [spoken, written] = [makeStandIn(), makeStandIn()]
      for (const { at, ...message } of messagesOf(wanted)) {
        const xml = answerIn(await soapReaction(written, { text: shipmentMessage(message), at, presenter: null }, undefined))
        const answer = answerIn(spoken.submit(message, at))
        assert.deepStrictEqual(readShipmentAnswer(bodyOf(xml), message.records), Either.right(answer))
        answers.push(xml)
      }
      const question: Question = { obligado: taxpayer, ejercicio: 2026, periodo: 11, numserie: null, after: null }
      const text = queryMessage(question)
      const xml = answerIn(await soapReaction(written, { text, at: instant(begin), presenter: null }, undefined))
      assert.deepStrictEqual(readQueryAnswer(bodyOf(xml)), Either.right(heldPage(answerIn(spoken.query(question)))))
      pages.push(xml)
    }), { numRuns: 80 })
    if (schemaFolder === undefined) return
    assert.deepStrictEqual(await messageSchemaFaults("RespuestaSuministro", answers), [])
    assert.deepStrictEqual(await messageSchemaFaults("RespuestaConsultaLR", pages), [])
  })
})

describe("whatever a company invoices", () => {
  it("is accepted without objection, also by the rest of AEAT's validations", () => {
    fc.assert(fc.property(anyStory, (story) => {
      const standIn = makeStandIn({
        objections: ({ campos, tipo }, { nif }) =>
          aeatErrors(campos, tipo, "2026-03-02", { nif }).map(({ codigo, mensaje }) => ({ codigo, descripcion: mensaje })),
      })
      for (const record of booksAfter(story).records) {
        const reaction = standIn.submit({ obligado: taxpayer, incidencia: false, records: [record] }, record.generado)
        const [answer] = answerIn(reaction).records
        assert.deepStrictEqual([answer?.estado, answer?.codigo, answer?.descripcion], ["Correcto", null, null])
      }
    }), { numRuns: 80 })
  })
})
