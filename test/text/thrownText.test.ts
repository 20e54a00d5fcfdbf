import { assert, it } from "@effect/vitest"
import { thrownText } from "../../core/text/thrownText.ts"

it("what was thrown has words, also where the error has none of its own", () => {
  assert.strictEqual(thrownText(new Error("no route")), "no route")
  assert.strictEqual(thrownText("no route"), "no route")
  // As Node fails to connect to a name with several addresses, such as localhost.
  const refused = ["connect ECONNREFUSED ::1:5432", "connect ECONNREFUSED 127.0.0.1:5432"]
  assert.strictEqual(thrownText(new AggregateError(refused.map((message) => new Error(message)))), refused.join("; "))
  assert.strictEqual(thrownText(Object.assign(new Error(""), { code: "ECONNRESET" })), "ECONNRESET")
  assert.strictEqual(thrownText(new TypeError("")), "TypeError")
})
