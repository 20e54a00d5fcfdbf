import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit } from "effect"
import { softwareProblem } from "../../core/registry/software.ts"
import { talonarioSoftware } from "../../core/registry/talonarioSoftware.ts"
import { makeHarness } from "../../runtimes/memory/harness.ts"

const software = talonarioSoftware({ producer: "Productora de Prueba SL", producerNif: "B12345674" })

describe("how records name the software", () => {
  it("fits the tax authority's schema", () => {
    assert.isUndefined(softwareProblem(software))
    const longest = { producer: "😀".repeat(60), name: "😀".repeat(15), version: "😀".repeat(25), id: "0Z" }
    assert.isUndefined(softwareProblem({ ...software, ...longest }))
    const wrong = [
      [{ producer: "" }, "producer"], [{ producer: "  " }, "producer"], [{ producer: "x".repeat(121) }, "producer"],
      [{ producer: "😀".repeat(61) }, "producer"], [{ name: "😀".repeat(16) }, "name"], [{ version: "😀".repeat(26) }, "version"],
      [{ producerNif: "" }, "producerNif"], [{ producerNif: "B12345675" }, "producerNif"],
      [{ producerNif: "b12345674" }, "producerNif"], [{ producerNif: "FR12345678901" }, "producerNif"],
      [{ name: "" }, "name"], [{ name: "x".repeat(31) }, "name"],
      [{ id: "T" }, "id"], [{ id: "TLX" }, "id"], [{ id: "tl" }, "id"], [{ id: "TÑ" }, "id"], [{ id: "TL\n" }, "id"],
      [{ version: "" }, "version"], [{ version: "x".repeat(51) }, "version"],
    ] as const
    for (const [change, field] of wrong) {
      const problem = softwareProblem({ ...software, ...change }) ?? "fits"
      assert.match(problem, new RegExp(`^software\\.${field}\\b`), JSON.stringify(change))
    }
  })

  it.scoped("is checked before anything is served", () =>
    Effect.gen(function*() {
      const exit = yield* Effect.exit(makeHarness({ software: { ...software, id: "TOO LONG" } }))
      assert.isTrue(Exit.isFailure(exit) && Cause.isDie(exit.cause))
      assert.include(Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "", "software.id")
    }))
})
