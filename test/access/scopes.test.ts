import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { hasScope, Scope, scopes } from "../../core/access/scopes.ts"

/** The scopes as written in the decisions. */
const decided = "contacts:read|write products:read|write expenses:read|write expenses:approve " +
  "invoices:read|write payments:read|write webhooks:manage activity:read registry:read " +
  "subscriptions:read|write purchases:read|write deals:read|write members:read|write donations:read|write " +
  "stores:read|write"

describe("scopes", () => {
  it("are those in the decisions", () => {
    const names = decided.split(" ").flatMap((entry) => {
      const [resource = "", actions = ""] = entry.split(":")
      return actions.split("|").map((action) => `${resource}:${action}`)
    })
    assert.deepStrictEqual<ReadonlyArray<string>>(scopes, names)
  })

  it("do not imply one another", () => {
    assert.isTrue(hasScope(["invoices:write", "contacts:read"], "contacts:read"))
    assert.isFalse(hasScope(["invoices:write"], "invoices:read"))
    assert.isFalse(hasScope([], "invoices:read"))
  })

  it("are a closed list", () => {
    assert.isTrue(Schema.is(Scope)("webhooks:manage"))
    assert.isFalse(Schema.is(Scope)("webhooks:read"))
  })
})
