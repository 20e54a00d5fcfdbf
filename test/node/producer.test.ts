import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { commandLine } from "./commandLine.ts"

/** No data can be stored there, so the server ends immediately. */
const nowhere = { TALONARIO_DATA: "/dev/null/talonario" }
const producer = { TALONARIO_PRODUCER: "Productora de Prueba SL", TALONARIO_PRODUCER_NIF: "ES-B12345674" }

describe("the producer of the software", () => {
  it.live("is warned about at the start of servers and workers until both variables are set", () =>
    Effect.gen(function*() {
      const { TALONARIO_PRODUCER, TALONARIO_PRODUCER_NIF } = producer
      for (const variables of [{}, { TALONARIO_PRODUCER }, { TALONARIO_PRODUCER_NIF }, { ...producer, TALONARIO_PRODUCER: " " }]) {
        const { code, stderr } = yield* commandLine(["serve"], { ...nowhere, ...variables })
        assert.strictEqual(code, 1)
        assert.match(stderr, /level=WARN.*live records will name/)
      }
      // Workers issue the invoices of subscriptions.
      assert.match((yield* commandLine(["work"], nowhere)).stderr, /level=WARN.*live records will name/)
      const { code, stderr } = yield* commandLine(["serve"], { ...nowhere, ...producer })
      assert.strictEqual(code, 1)
      assert.notInclude(stderr, "live records will name")
    }), 60_000)
})
