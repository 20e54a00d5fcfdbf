import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Scope } from "../../core/access/scopes.ts"
import { anError, errorOf, type Scene } from "./scene.ts"

/** A request, the scope that it needs, the status that it answers with that scope, and its body. */
type ScopedCall = readonly [method: string, path: string, scope: Scope, status: number, body?: unknown]

/** Checks in turn that each call is refused to a key with any one of the other calls' scopes, and works with its own alone. */
export const needTheirScopes = Effect.fnUntraced(function*(
  { openKey, organizationId, request }: Scene,
  calls: ReadonlyArray<ScopedCall>,
) {
  const scopes = [...new Set(calls.map(([, , scope]) => scope))]
  const keys = yield* Effect.forEach(scopes, (scope) => openKey(organizationId, "live", [scope]))
  for (const [method, path, scope, status, body] of calls) {
    for (const [i, key] of keys.entries()) {
      if (scopes[i] === scope) continue
      const refused = errorOf(yield* request(method, path, { key, body }))
      assert.deepStrictEqual(refused, anError(403, "sin_permiso", { scope }), `${method} ${path}`)
    }
    const key = keys[scopes.indexOf(scope)] ?? ""
    assert.strictEqual((yield* request(method, path, { key, body })).status, status, `${method} ${path}`)
  }
})
