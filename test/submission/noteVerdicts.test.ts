import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { instant } from "../../core/calendar/instant.ts"
import type { Decision } from "../../core/commit/Command.ts"
import type { RowSet } from "../../core/commit/tables.ts"
import type { RecordVerdict } from "../../core/registry/RecordVerdict.ts"
import { noteDeparture } from "../../core/submission/noteDeparture.ts"
import { noteFailure } from "../../core/submission/noteFailure.ts"
import { noteVerdicts } from "../../core/submission/noteVerdicts.ts"
import { firstSubmission, type SubmissionState } from "../../core/submission/SubmissionState.ts"
import { carriedOut, decideOn, noon } from "../support/decideOn.ts"
import { id, issued, must, rowOf, withCustomer } from "../support/issuing.ts"
import { sampleId } from "../support/samples.ts"

const decision = issued(withCustomer)
const invoice = must(rowOf(decision, "invoice"))
const record = must(rowOf(decision, "registryRecord"))

const verdict = (given: Partial<RecordVerdict> = {}): RecordVerdict => ({
  organizationId: id, id: record.id, factura_id: invoice.id, orden: 1, estado: "accepted", csv: "A-X", codigo: null,
  descripcion: null, respuesta: {}, recibido: noon, ...given,
})

const state = (given: Partial<SubmissionState>): SubmissionState => ({ ...firstSubmission(id), ...given })

const note = (verdicts: ReadonlyArray<RecordVerdict>, rows: RowSet = {}, espera = 60): Decision<void> => {
  const settled = { through: Math.max(...verdicts.map(({ orden }) => orden)), alone: false }
  return Either.getOrThrow(decideOn(noteVerdicts(id, verdicts, espera, settled), { invoice: [invoice], ...rows }))
}

const kinds = ({ rows }: Decision<unknown>) => rows.flatMap(({ row, table }) => (table === "activityEntry" ? [row.tipo] : []))

const registryOf = (noted: Decision<unknown>) => must(rowOf(noted, "invoice")).registry

describe("AEAT's answer to records", () => {
  it("is noted in full beside the record and in words in the invoice, and allows the next message", () => {
    const noted = note([verdict()])
    assert.deepStrictEqual(rowOf(noted, "recordVerdict"), verdict())
    const { registry } = invoice
    assert.deepStrictEqual(registryOf(noted), { ...must(registry ?? undefined), held: true, aeat: "Aceptado por la AEAT (CSV A-X)." })
    assert.deepStrictEqual(rowOf(noted, "submissionState"), state({
      answeredThrough: 1, sentThrough: 1, notBefore: instant(noon + 60_000),
    }))
    assert.deepStrictEqual([kinds(noted), noted.events], [[], []])
  })

  it("is noted in the activity log if something is wrong", () => {
    assert.deepStrictEqual(kinds(note([verdict({ estado: "rejected", codigo: 1109 })])), ["record_rejected"])
    assert.deepStrictEqual(kinds(note([verdict({ estado: "accepted_with_errors", codigo: 2000 })])), ["record_accepted_with_errors"])
  })

  it("is noted once, even if it comes a second time", () => {
    const rows = { recordVerdict: [verdict()], submissionState: [state({ answeredThrough: 1, sentThrough: 3 })] }
    const noted = note([verdict({ estado: "rejected", codigo: 3000 })], rows)
    assert.isUndefined(rowOf(noted, "recordVerdict"))
    assert.isUndefined(rowOf(noted, "invoice"))
    assert.deepInclude(rowOf(noted, "submissionState"), { answeredThrough: 1, sentThrough: 3 })
  })

  it("ends a failure, and says so in the log", () => {
    const troubled = state({ sentThrough: 9, failures: 3, failingSince: instant(5), problem: "no contesta", notBefore: noon })
    const noted = note([verdict()], { submissionState: [troubled] }, 7)
    assert.deepStrictEqual(rowOf(noted, "submissionState"), state({ answeredThrough: 1, sentThrough: 9, notBefore: instant(noon + 7_000) }))
    assert.deepStrictEqual(kinds(noted), ["submission_resumed"])
  })

  it("to several records of an invoice leaves the last one's words in it, in one row", () => {
    const second = verdict({ id: sampleId(), orden: 2, estado: "rejected", codigo: 2000, csv: null })
    const noted = note([verdict(), second])
    assert.strictEqual(noted.rows.filter(({ table }) => table === "invoice").length, 1)
    assert.match(registryOf(noted)?.aeat ?? "", /^Rechazado/)
    assert.deepInclude(rowOf(noted, "submissionState"), { answeredThrough: 2 })
  })

  it("decides whether AEAT holds a record of the invoice: until it refuses the first, or says otherwise", () => {
    const heldAfter = (given: Partial<RecordVerdict>, held: boolean | null) => {
      const { registry } = invoice
      const before = { ...invoice, registry: { ...must(registry ?? undefined), held } }
      return registryOf(note([verdict(given)], { invoice: [before] }))?.held
    }
    const refused = { estado: "rejected", codigo: 1109 } as const
    assert.deepStrictEqual([null, false, true].map((held) => heldAfter(refused, held)), [false, false, true])
    assert.deepStrictEqual([null, false, true].map((held) => heldAfter({}, held)), [true, true, true])
    assert.isFalse(heldAfter({ estado: "rejected", codigo: 3002 }, true))
    assert.isTrue(heldAfter({ estado: "rejected", codigo: 3001 }, null))
  })

  it("ends the search for a record that AEAT refuses messages for once all suspects are answered", () => {
    const suspectsAfter = (suspects: number | null) =>
      rowOf(note([verdict(), verdict({ id: sampleId(), orden: 2 })], { submissionState: [state({ suspects })] }), "submissionState")?.suspects
    assert.deepStrictEqual([null, 1, 2, 3].map(suspectsAfter), [null, null, null, 1])
  })

  it("begins anew to count the records refused alone, if it is to a message", () => {
    const before = state({ refusedAlone: 4, suspects: 7 })
    const after = (alone: boolean) =>
      rowOf(carriedOut(decideOn(noteVerdicts(id, [verdict()], 60, { through: 1, alone }), { submissionState: [before] })), "submissionState")
    assert.deepInclude(after(true), { refusedAlone: 5, suspects: null })
    assert.deepInclude(after(false), { refusedAlone: 0, suspects: 6 })
  })

  it("to a record whose invoice is gone is noted all the same", () => {
    const noted = note([verdict({ factura_id: sampleId() })])
    assert.isDefined(rowOf(noted, "recordVerdict"))
    assert.isUndefined(rowOf(noted, "invoice"))
  })
})

describe("a message that leaves", () => {
  const depart = (through: number, rows: RowSet = {}) =>
    rowOf(Either.getOrThrow(decideOn(noteDeparture(id, through), rows)), "submissionState")

  it("is noted before it leaves, and that is never undone", () => {
    assert.deepStrictEqual(depart(4), state({ sentThrough: 4, lastSent: noon }))
    const before = state({ sentThrough: 9, answeredThrough: 2, lastSent: instant(5) })
    assert.deepStrictEqual(depart(4, { submissionState: [before] }), { ...before, lastSent: noon })
  })
})

describe("a message that is not answered", () => {
  const fail = (before: SubmissionState | undefined, problem = "no contesta") =>
    Either.getOrThrow(decideOn(noteFailure(id, problem), before === undefined ? {} : { submissionState: [before] }))

  it("is tried again after 1, 2, 5, 15, 30 and then every 55 minutes, so within the hour", () => {
    let before: SubmissionState | undefined
    const waits: Array<number> = []
    for (let i = 0; i < 8; i++) {
      const failed: Decision<number> = fail(before)
      before = must(rowOf(failed, "submissionState"))
      assert.strictEqual(failed.result, before.notBefore)
      waits.push((failed.result - noon) / 60_000)
    }
    assert.deepStrictEqual(waits, [1, 2, 5, 15, 30, 55, 55, 55])
    assert.deepInclude(must(before), { failures: 8, failingSince: noon, problem: "no contesta" })
  })

  it("is logged when the failure begins, and when its reason changes", () => {
    const begun = fail(undefined)
    assert.deepStrictEqual(kinds(begun), ["submission_stopped"])
    const before = must(rowOf(begun, "submissionState"))
    assert.deepStrictEqual(kinds(fail(before)), [])
    assert.deepStrictEqual(kinds(fail(before, "el certificado ha caducado")), ["submission_stopped"])
    const { row } = must(begun.rows.find(({ table }) => table === "activityEntry"))
    assert.include(JSON.stringify(row), "Los registros no llegan a la AEAT: no contesta.")
  })

  it("keeps a longer wait that AEAT has asked for, unless it is longer than AEAT may ask for", () => {
    const minute = 60_000
    const waits = (wait: number) => fail(state({ notBefore: instant(noon + wait) })).result - noon
    assert.deepStrictEqual([0, minute, minute + 9_999_000, minute + 9_999_001].map(waits), [minute, minute, minute + 9_999_000, minute])
  })

  it("keeps the time since which nothing was answered", () => {
    const before = state({ failures: 1, failingSince: instant(5), problem: "x" })
    const { failingSince, failures } = must(rowOf(fail(before, "x"), "submissionState"))
    assert.deepStrictEqual([failingSince, failures], [5, 2])
  })
})
