import { assert, describe, it } from "@effect/vitest"
import { linkedRecords } from "../../core/verification/linkedRecords.ts"
import { Books } from "../support/Books.ts"
import { customer, id, line, must } from "../support/issuing.ts"
import { sampleOrganization } from "../support/samples.ts"

/** The records of two invoices, and what the first one's invoice says of its record. */
const scene = () => {
  const books = new Books(sampleOrganization(id), customer)
  const { registry } = must(books.invoiced({ lineas: [line] }))
  books.invoiced({ lineas: [line] })
  const [first, second] = books.records
  return { link: must(registry ?? undefined), first: must(first), second: must(second) }
}

describe("records and what their invoices say of them", () => {
  it("count those that their invoice names", () => {
    const { first, link, second } = scene()
    const linked = linkedRecords()
    linked.pass(first, link)
    linked.pass(second, { ...link, lastRecord: second.id })
    assert.strictEqual(linked.named(), 1)
  })

  it("tell the first whose invoice names another huella, or another last record, that has not come", () => {
    const { first, link, second } = scene()
    for (const other of [{ ...link, huella: "otra" }, { ...link, lastRecord: "otro" }]) {
      const linked = linkedRecords()
      linked.pass(first, other)
      linked.pass(second, { ...other, lastRecord: "otro" })
      assert.strictEqual(linked.unfollowed(), first)
    }
  })

  it("tell none when both have come, in whichever order", () => {
    const { first, link } = scene()
    const again = { ...first, id: "otro", huella: "otra", orden: 2 }
    const linked = linkedRecords()
    linked.pass(first, { ...link, lastRecord: again.id, huella: again.huella })
    assert.strictEqual(linked.unfollowed(), first)
    linked.pass(again, { ...link, lastRecord: again.id, huella: again.huella })
    assert.isUndefined(linked.unfollowed())
  })

  it("tell the first in the chain, although the record of another invoice was passed again since", () => {
    const { first, link, second } = scene()
    const linked = linkedRecords()
    const other = { ...link, huella: "otra", lastRecord: "otro" }
    linked.pass(first, other)
    linked.pass(second, other)
    linked.pass({ ...first, orden: 3 }, other)
    assert.strictEqual(linked.unfollowed(), second)
  })
})
