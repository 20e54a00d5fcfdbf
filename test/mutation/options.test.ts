import { assert, describe, it } from "@effect/vitest"
import { readOptions } from "./options.ts"

describe("the command line of mutate", () => {
  it("names rooms and files of rooms, or is told with its usage", () => {
    assert.deepEqual(readOptions([]), { named: [] })
    assert.deepEqual(readOptions(["money", "core/tax/totals.ts"]), { named: ["money", "core/tax/totals.ts"] })
    assert.deepInclude(readOptions(["--help"]), { exitCode: 0 })
    for (const args of [["mony"], ["core/money"], ["core/invoices/Invoice.ts"], ["--room", "money"]]) {
      const told = readOptions(args)
      assert.isTrue("text" in told && told.exitCode === 2 && told.text.includes("npm run mutate -- ["), args.join(" "))
    }
  })
})
