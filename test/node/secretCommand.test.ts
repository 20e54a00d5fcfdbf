import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { migratedDatabase } from "../support/testStorage.ts"
import { makeWorkshop } from "../support/workshop.ts"
import { commandLine } from "./commandLine.ts"

describe("talonario secret reseal", () => {
  it.scopedLive("lets an installation change its secret", () =>
    Effect.gen(function*() {
      const { openCompany, subscribe, variables } = yield* makeWorkshop((yield* migratedDatabase).url)
      yield* subscribe(yield* openCompany, "https://example.org/avisos")
      const { TALONARIO_SECRET: first = "", ...others } = variables
      const second = "b".repeat(32)
      const reseal = (previous: Readonly<Record<string, string>>, ...more: ReadonlyArray<string>) =>
        commandLine(["secret", "reseal", ...more], { ...others, TALONARIO_SECRET: second, ...previous })
      const blind = yield* reseal({}, "--json")
      const { ilegibles: [unreadable = assert.fail("it was read")] } = JSON.parse(blind.stdout)
      assert.deepStrictEqual([blind.code, JSON.parse(blind.stdout)], [1, { webhooks: 0, certificados: 0, ilegibles: [unreadable] }])
      const said = yield* reseal({})
      assert.strictEqual(said.stdout, `sealed anew: webhooks 0, certificates 0\n${unreadable}: neither secret opens it\n`)
      const both = yield* reseal({ TALONARIO_SECRET_PREVIOUS: first })
      assert.deepStrictEqual([both.code, both.stdout], [0, "sealed anew: webhooks 1, certificates 0\n"])
      const alone = yield* reseal({}, "--json")
      assert.deepStrictEqual([alone.code, JSON.parse(alone.stdout)], [0, { webhooks: 1, certificados: 0, ilegibles: [] }])
      assert.notInclude([blind, both, alone].map(({ stderr, stdout }) => stdout + stderr).join(), first)
    }), 60_000)
})
