import { assert, describe, it } from "@effect/vitest"
import { instant } from "../../core/calendar/instant.ts"
import { messageMax } from "../../core/ports/TaxAuthority.ts"
import { departureOf } from "../../core/submission/nextMessage.ts"
import { firstSubmission } from "../../core/submission/SubmissionState.ts"
import { Books } from "../support/Books.ts"
import { noon } from "../support/decideOn.ts"
import { customer, id, line, must } from "../support/issuing.ts"
import { sampleOrganization } from "../support/samples.ts"

describe("a full message", () => {
  const books = new Books(sampleOrganization(id), customer)
  must(books.invoiced({ lineas: [line] }))
  const full = Array.from({ length: messageMax }, () => must(books.records[0]))
  const later = instant(noon + 55 * 60_000)
  const waiting = { ...firstSubmission(id), notBefore: later }

  it("leaves at once, and one that is not full when AEAT allows it", () => {
    assert.strictEqual(departureOf(waiting, full, noon), noon)
    assert.strictEqual(departureOf(waiting, full.slice(1), noon), later)
  })

  it("waits if nothing can be sent, or nothing is answered", () => {
    assert.strictEqual(departureOf({ ...waiting, vigilance: "ahead" }, full, noon), later)
    assert.strictEqual(departureOf({ ...waiting, failures: 1 }, full, noon), later)
  })
})
