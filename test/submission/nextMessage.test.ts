import { assert, describe, it } from "@effect/vitest"
import { instant } from "../../core/calendar/instant.ts"
import { messageMax } from "../../core/ports/TaxAuthority.ts"
import { departureOf, isLate, nextMessage } from "../../core/submission/nextMessage.ts"
import { firstSubmission } from "../../core/submission/SubmissionState.ts"
import { Books } from "../support/Books.ts"
import { noon } from "../support/decideOn.ts"
import { customer, id, line, must } from "../support/issuing.ts"
import { sampleOrganization } from "../support/samples.ts"

const books = new Books(sampleOrganization(id), customer)
must(books.invoiced({ lineas: [line] }))
const record = must(books.records[0])
const full = Array.from({ length: messageMax }, () => record)
const later = instant(noon + 55 * 60_000)
const waiting = { ...firstSubmission(id), notBefore: later }

describe("a full message", () => {
  it("leaves at once, and one that is not full when AEAT allows it", () => {
    assert.strictEqual(departureOf(waiting, full, noon), noon)
    assert.strictEqual(departureOf(waiting, full.slice(1), noon), later)
  })

  it("waits if nothing can be sent, or nothing is answered", () => {
    assert.strictEqual(departureOf({ ...waiting, vigilance: "ahead" }, full, noon), later)
    assert.strictEqual(departureOf({ ...waiting, failures: 1 }, full, noon), later)
  })
})

describe("a message", () => {
  it("waits as long as AEAT may ask for; a longer wait was noted under a wrong clock", () => {
    const leaves = (wait: number) => departureOf({ ...waiting, notBefore: instant(noon + wait) }, [record], noon) - noon
    assert.deepStrictEqual([-1, 0, 9_999_000, 9_999_001].map(leaves), [0, 0, 9_999_000, 0])
  })

  it("has what fits, a hundred records after three failures, and half of those among which one is refused", () => {
    const sizeOf = (failures: number, suspects: number | null) => nextMessage({ ...waiting, failures, suspects }, full).length
    assert.deepStrictEqual([0, 2, 3].map((failures) => sizeOf(failures, null)), [1_000, 1_000, 100])
    assert.deepStrictEqual([1_000, 3, 2, 1].map((suspects) => sizeOf(0, suspects)), [500, 2, 1, 1])
    assert.deepStrictEqual([1_000, 199].map((suspects) => sizeOf(3, suspects)), [100, 100])
  })

  it("is late three minutes after it could have left, or once another has failed", () => {
    const made = (generado: number) => ({ ...record, generado: instant(generado) })
    const late = (generado: number, given: object = {}) => isLate({ ...waiting, notBefore: null, ...given }, made(generado), noon)
    const limit = noon - 180_000
    assert.deepStrictEqual([limit, limit - 1].map((generado) => late(generado)), [false, true])
    // AEAT wanted none before.
    const asked = { lastSent: instant(limit - 5_000), notBefore: instant(limit) }
    assert.deepStrictEqual([limit - 5_000, limit - 5_001].map((generado) => late(generado, asked)), [false, true])
    assert.isTrue(late(limit - 5_000, { ...asked, notBefore: instant(limit - 1) }))
    assert.isTrue(late(noon, { failingSince: noon }))
  })
})
