import { assert, describe, it } from "@effect/vitest"
import { readOptions } from "./options.ts"

describe("the command line of mutate", () => {
  it("names folders of the core or files in them; anything else is answered with the usage", () => {
    assert.deepEqual(readOptions([]), { named: [] })
    assert.deepEqual(readOptions(["money", "core/tax/totals.ts"]), { named: ["money", "core/tax/totals.ts"] })
    assert.deepInclude(readOptions(["--help"]), { exitCode: 0 })
    for (const args of [["mony"], ["core/money"], ["core/invoices/Invoice.ts"], ["--room", "money"]]) {
      const notice = readOptions(args)
      assert.isTrue("text" in notice && notice.exitCode === 2 && notice.text.includes("npm run mutate -- ["), args.join(" "))
    }
  })
})
