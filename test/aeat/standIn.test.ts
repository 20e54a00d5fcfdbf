import { assert, describe, it } from "@effect/vitest"
import { HashMap } from "effect"
import { acceptedErrors } from "../../adapters/aeat/standIn/books/acceptedErrors.ts"
import { emptyLedger } from "../../adapters/aeat/standIn/books/Ledger.ts"
import { makeStandIn, type StandIn } from "../../adapters/aeat/standIn/StandIn.ts"
import { instant, type Instant } from "../../core/calendar/instant.ts"
import type { RecordAnswer } from "../../core/ports/TaxAuthority.ts"
import type { RecordFields, RegistryRecord } from "../../core/registry/RegistryRecord.ts"
import { chainOfRecords, type Marks, taxpayer } from "./chainOfRecords.ts"

const now = instant(Date.parse("2026-11-20T10:00:00Z"))
const after = (seconds: number): Instant => instant(now + seconds * 1_000)

const send = (standIn: StandIn, records: ReadonlyArray<RegistryRecord>, { at = now, incidencia = false } = {}) => {
  const reaction = standIn.submit({ obligado: taxpayer, incidencia, records }, at)
  if (reaction._tag !== "Answers") throw new Error(`not answered: ${reaction._tag}`)
  return reaction.answer
}

const sendOne = (standIn: StandIn, record: RegistryRecord, options?: Parameters<typeof send>[2]): RecordAnswer => {
  const [answer] = send(standIn, [record], options).records
  if (answer === undefined) throw new Error("no answer")
  return answer
}

/** The code in the answer to one record; null when it was accepted without errors. */
const codeOf = (record: RegistryRecord, options?: Parameters<typeof send>[2]) => sendOne(makeStandIn(), record, options).codigo

/** A record with some fields changed, so that its huella no longer fits. */
const changed = (record: RegistryRecord, fields: RecordFields): RegistryRecord =>
  ({ ...record, campos: { ...record.campos, ...fields } })

const heldOf = (standIn: StandIn) => [...HashMap.values(standIn.ledger().invoices)].map(({ estado }) => estado)

describe("the stand-in", () => {
  it("accepts a chain of altas and annulments", () => {
    const standIn = makeStandIn()
    const chain = chainOfRecords()
    const answer = send(standIn, [chain.alta("F-1", now), chain.alta("F-2", now), chain.anulacion("F-1", now)])
    assert.match(answer.csv ?? "", /^A-[0-9A-F]{14}$/)
    assert.strictEqual(answer.espera, 60)
    assert.deepStrictEqual(answer.records.map(({ codigo, estado }) => [estado, codigo]),
      [["Correcto", null], ["Correcto", null], ["Correcto", null]])
    assert.sameMembers(heldOf(standIn), ["Anulado", "Correcto"])
  })

  it("gives each message its own CSV, and none when nothing is stored", () => {
    const standIn = makeStandIn()
    const chain = chainOfRecords()
    const first = chain.alta("F-1", now)
    const csvs = [first, chain.alta("F-2", now), first].map((record) => send(standIn, [record]).csv)
    assert.notStrictEqual(csvs[0], csvs[1])
    assert.isNull(csvs[2] ?? null)
  })

  describe("compares a record with what it holds of the invoice", () => {
    const altas: ReadonlyArray<readonly [Marks, none: number | null, alta: number | null, annulled: number | null]> = [
      [{}, null, 3000, 3000],
      [{ Subsanacion: "N", RechazoPrevio: "N" }, null, 3000, 3000],
      [{ Subsanacion: "S", RechazoPrevio: "X" }, null, 3000, 3000],
      [{ Subsanacion: "S" }, 3002, null, null],
      [{ Subsanacion: "S", RechazoPrevio: "N" }, 3002, null, null],
      [{ Subsanacion: "S", RechazoPrevio: "S" }, 3002, null, null],
      [{ RechazoPrevio: "X" }, 1153, 1153, 1153],
      [{ RechazoPrevio: "S" }, 1161, 1161, 1161],
    ]
    const anulaciones: typeof altas = [
      [{}, 3002, null, null],
      [{ SinRegistroPrevio: "N", RechazoPrevio: "N" }, 3002, null, null],
      [{ RechazoPrevio: "S" }, 3002, null, null],
      [{ SinRegistroPrevio: "S" }, null, 3000, 3000],
      [{ SinRegistroPrevio: "S", RechazoPrevio: "S" }, null, 3000, 3000],
    ]
    const cases = [...altas.map((row) => ["alta", ...row] as const), ...anulaciones.map((row) => ["anulacion", ...row] as const)]
    for (const [tipo, marks, ...codes] of cases) {
      it(`${tipo} ${JSON.stringify(marks)}`, () => {
        const found = (["none", "alta", "annulled"] as const).map((before) => {
          const standIn = makeStandIn()
          const chain = chainOfRecords()
          if (before !== "none") send(standIn, [chain.alta("F-1", now)])
          if (before === "annulled") send(standIn, [chain.anulacion("F-1", now)])
          return sendOne(standIn, chain[tipo]("F-1", now, marks)).codigo
        })
        assert.deepStrictEqual(found, codes)
      })
    }
  })

  it("describes the record it holds when it reports a duplicate", () => {
    const standIn = makeStandIn()
    const chain = chainOfRecords()
    const record = chain.alta("F-1", now)
    send(standIn, [record])
    assert.deepStrictEqual(sendOne(standIn, record).duplicado, { estado: "Correcta", codigo: null, descripcion: null })
    const late = chain.alta("F-2", now)
    send(standIn, [late], { at: after(3_600) })
    const { duplicado, respuesta } = sendOne(standIn, late)
    assert.deepInclude(duplicado, { estado: "AceptadaConErrores", codigo: 2004 })
    assert.deepInclude(respuesta, { CodigoErrorRegistro: "3000" })
    send(standIn, [chain.anulacion("F-1", now)])
    assert.strictEqual(sendOne(standIn, record).duplicado?.estado, "Anulada")
  })

  it("replaces what it holds by a correction, which also revives an annulled invoice", () => {
    const standIn = makeStandIn()
    const chain = chainOfRecords()
    send(standIn, [chain.alta("F-1", now), chain.anulacion("F-1", now)])
    assert.deepStrictEqual(heldOf(standIn), ["Anulado"])
    send(standIn, [chain.alta("F-1", now, { Subsanacion: "S" })])
    assert.deepStrictEqual(heldOf(standIn), ["Correcto"])
  })

  it("annuls an annulled invoice again, or answers 3001 when so configured", () => {
    const standIn = makeStandIn()
    const chain = chainOfRecords()
    send(standIn, [chain.alta("F-1", now), chain.anulacion("F-1", now)])
    assert.isNull(sendOne(standIn, chain.anulacion("F-1", now)).codigo)
    standIn.control({ annulsOnce: true })
    assert.strictEqual(sendOne(standIn, chain.anulacion("F-1", now)).codigo, 3001)
  })

  it("accepts with errors a record that does not fit into its chain", () => {
    const standIn = makeStandIn()
    const chain = chainOfRecords()
    const [first, second] = [chain.alta("F-1", now), chain.alta("F-2", now)]
    const linked = (Huella: string): RecordFields => ({
      Encadenamiento: {
        RegistroAnterior: { IDEmisorFactura: "B12345674", NumSerieFactura: "F-1", FechaExpedicionFactura: "20-11-2026", Huella },
      },
    })
    send(standIn, [first])
    const other = chainOfRecords().alta("F-3", now)
    const wrong = sendOne(standIn, changed(second, { ImporteTotal: "121.0" }))
    assert.deepStrictEqual([wrong.estado, wrong.codigo], ["AceptadoConErrores", 2000])
    assert.deepStrictEqual(sendOne(standIn, other).codigo, 2007)
    // The previous huella is part of what is hashed, so these have a wrong huella besides. Of several errors the answer
    // gives the first.
    const context = { nif: taxpayer.nif, at: now, incidencia: false }
    const all = (huella: string) => acceptedErrors(changed(second, linked(huella)), emptyLedger, context)
    assert.deepStrictEqual(all("AB"), [2000, 2002])
    assert.deepStrictEqual(all("g".repeat(64)), [2000, 2003])
    assert.deepStrictEqual(all(second.huella), [2000, 2008])
    assert.deepStrictEqual(all(first.huella), [])
    const selfMade = makeStandIn({ objections: () => [{ codigo: 2001, descripcion: "No está en el censo." }] })
    assert.deepInclude(sendOne(selfMade, first), { estado: "AceptadoConErrores", codigo: 2001, descripcion: "No está en el censo." })
  })

  it("accepts late records without an error only when they are marked as late", () => {
    const record = chainOfRecords().alta("F-1", now)
    assert.isNull(codeOf(record, { at: after(240) }))
    assert.strictEqual(codeOf(record, { at: after(241) }), 2004)
    assert.isNull(codeOf(record, { at: after(86_400), incidencia: true }))
    assert.isNull(codeOf(record, { at: after(-240) }))
    assert.strictEqual(codeOf(record, { at: after(-241) }), 2004)
    assert.strictEqual(codeOf(record, { at: after(-241), incidencia: true }), 2004)
  })

  it("refuses a malformed record", () => {
    const record = chainOfRecords().alta("F-1", now)
    const id = { IDEmisorFactura: "B12345674", NumSerieFactura: "F-1", FechaExpedicionFactura: "20-11-2026" }
    const refused = (fields: RecordFields): number | null => codeOf(changed(record, fields))
    assert.strictEqual(refused({ IDFactura: { ...id, IDEmisorFactura: "A28015865" } }), 1108)
    assert.strictEqual(refused({ IDFactura: { ...id, NumSerieFactura: "Ñ-1" } }), 1130)
    assert.strictEqual(refused({ IDFactura: { ...id, NumSerieFactura: "F<1" } }), 1287)
    assert.strictEqual(refused({ IDFactura: { ...id, FechaExpedicionFactura: "31-02-2026" } }), 1105)
    assert.strictEqual(refused({ IDFactura: { ...id, FechaExpedicionFactura: "21-11-2026" } }), 1112)
    assert.strictEqual(refused({ IDFactura: { ...id, FechaExpedicionFactura: "27-10-2024" } }), 1152)
    assert.strictEqual(refused({ TipoFactura: "F9" }), 1106)
    assert.strictEqual(refused({ TipoFactura: "R1" }), 1114)
    assert.strictEqual(refused({ TipoRectificativa: "I" }), 1115)
    assert.strictEqual(refused({ Destinatarios: "" }), 1189)
    assert.strictEqual(refused({ TipoFactura: "F2" }), 1190)
    assert.strictEqual(refused({ Desglose: { DetalleDesglose: { Impuesto: "01" } } }), 1195)
    assert.strictEqual(refused({ Encadenamiento: "" }), 1180)
    assert.strictEqual(refused({ Encadenamiento: { RegistroAnterior: { Huella: "AB" } } }), 1269)
    for (const stamp of ["2026-11-20T11:00:00.5+01:00", "2026-11-20T11:00:00+0100", "2026-11-20T11:00:00", "20-11-2026"]) {
      assert.strictEqual(refused({ FechaHoraHusoGenRegistro: stamp }), 1244, stamp)
    }
    assert.strictEqual(refused({ TipoHuella: "02" }), 1247)
    assert.strictEqual(refused({ Huella: "AB" }), 1262)
    assert.strictEqual(refused({ Huella: "-".repeat(64) }), 1292)
  })

  it("compares totals with their lines, within ten euros", () => {
    const record = chainOfRecords().alta("F-1", now)
    const line = { Impuesto: "01", ClaveRegimen: "01", CalificacionOperacion: "S1", TipoImpositivo: "21" }
    const of = (base: string, quota: string, regime = "01") => {
      const amounts = { BaseImponibleOimporteNoSujeto: base, CuotaRepercutida: quota }
      const Desglose = { DetalleDesglose: [{ ...line, ClaveRegimen: regime, ...amounts }] }
      return codeOf(changed(record, { Desglose }))
    }
    assert.isNull(of("90.00", "21"))
    assert.strictEqual(of("89.99", "21.00"), 2005)
    assert.isNull(of("110.0", "11.00"))
    assert.strictEqual(of("110.01", "10.99"), 2006)
    assert.isNull(of("1.00", "1.00", "03"))
  })

  it("refuses a whole message for its header", () => {
    const record = chainOfRecords().alta("F-1", now)
    const codeFor = (nif: string, records: ReadonlyArray<RegistryRecord>) => {
      const reaction = makeStandIn().submit({ obligado: { nombre: "X", nif }, incidencia: false, records }, now)
      return reaction._tag === "Refuses" ? reaction.refusal.codigo : reaction._tag
    }
    assert.strictEqual(codeFor("B12345678", [record]), 4116)
    assert.strictEqual(codeFor("B12345674", []), 4102)
    assert.strictEqual(codeFor("B12345674", Array.from({ length: 1_001 }, () => record)), 4114)
    assert.strictEqual(codeFor("B12345674", [record]), "Answers")
  })

  it("notes which messages came before the time to wait was over", () => {
    const standIn = makeStandIn()
    standIn.control({ wait: 30 })
    const chain = chainOfRecords()
    for (const seconds of [0, 30, 59]) send(standIn, [chain.alta(`F-${seconds}`, now)], { at: after(seconds) })
    send(standIn, Array.from({ length: 1_000 }, (_, i) => chain.alta(`G-${i}`, now)), { at: after(60) })
    assert.deepStrictEqual(standIn.received().map(({ hasty }) => hasty), [false, false, true, false])
  })
})

describe("the stand-in's controls", () => {
  it("reject records by their number, as often as asked", () => {
    const standIn = makeStandIn()
    standIn.control({ reject: [{ number: "^F-2$", code: 1110, times: 1 }, { number: "^G", code: 2001, description: "Dudoso." }] })
    const chain = chainOfRecords()
    const answers = ["F-1", "F-2", "F-2", "G-1", "G-2"].map((number) => sendOne(standIn, chain.alta(number, now)))
    assert.deepStrictEqual(answers.map(({ codigo }) => codigo), [null, 1110, null, 2001, 2001])
    assert.strictEqual(answers[1]?.descripcion, "Error 1110, dado por encargo.")
    assert.strictEqual(answers[3]?.descripcion, "Dudoso.")
    assert.deepStrictEqual(standIn.controls().reject, [{ number: "^G", code: 2001, description: "Dudoso." }])
    assert.lengthOf(heldOf(standIn), 4)
  })

  it("make whole messages fail, one after another", () => {
    const standIn = makeStandIn()
    standIn.control({
      trouble: [
        { kind: "lose", registered: false },
        { kind: "lose", registered: true },
        { kind: "http", status: 503, times: 2 },
        { kind: "fault", side: "server", code: null, message: "x" },
        { kind: "breakOff", of: "query" },
      ],
    })
    const record = chainOfRecords().alta("F-1", now)
    const tagNow = () => standIn.submit({ obligado: taxpayer, incidencia: false, records: [record] }, now)._tag
    assert.strictEqual(tagNow(), "Loses")
    assert.lengthOf(heldOf(standIn), 0)
    assert.strictEqual(tagNow(), "Loses")
    assert.lengthOf(heldOf(standIn), 1)
    assert.deepStrictEqual([tagNow(), tagNow(), tagNow(), tagNow()], ["Fails", "Fails", "Refuses", "Answers"])
    const question = { obligado: taxpayer, ejercicio: 2026, periodo: 11, numserie: null, after: null }
    assert.deepStrictEqual([standIn.query(question)._tag, standIn.query(question)._tag], ["BreaksOff", "Answers"])
    assert.deepStrictEqual(standIn.received().map(({ reaction }) => reaction),
      ["Loses", "Loses", "Fails", "Fails", "Refuses", "Answers"])
  })

  it("make it answer that it held every record already", () => {
    const standIn = makeStandIn()
    standIn.control({ trouble: [{ kind: "duplicate" }] })
    const { codigo, duplicado } = sendOne(standIn, chainOfRecords().alta("F-1", now))
    assert.deepStrictEqual([codigo, duplicado?.estado], [3000, "Correcta"])
  })

  it("are reset to the beginning", () => {
    const standIn = makeStandIn()
    standIn.control({ wait: 5, trouble: [{ kind: "delay", millis: 5 }] })
    send(standIn, [chainOfRecords().alta("F-1", now)])
    standIn.reset()
    assert.deepStrictEqual([standIn.controls(), standIn.received(), heldOf(standIn)], [{}, [], []])
  })
})
