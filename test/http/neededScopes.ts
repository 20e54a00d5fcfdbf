import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Scope } from "../../core/access/scopes.ts"
import { anError, errorOf, type Scene } from "./scene.ts"

/** A request, the scope that it needs, what it answers with that, and its body. */
type ScopedCall = readonly [method: string, path: string, scope: Scope, status: number, body?: unknown]

/** In turn each call is refused to keys with one of the other scopes of these calls, and answers the key with its own. */
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
