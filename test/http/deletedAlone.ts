import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { anError, errorOf, pageOf, type Scene } from "./scene.ts"

/** A POST to an address below an item's, such as "/pausar", and its body. */
type Action = readonly [suffix: string, body?: unknown]

/**
 * Checks that deleting one of the two items of a list leaves the other alone. Afterwards the deleted one answers 404 to every
 * method and action, and so does the other one to a stranger.
 */
export const isDeletedAlone = Effect.fnUntraced(function*(
  { get, live: key, openCompany, request }: Scene,
  path: string,
  id: string,
  other: string,
  actions: ReadonlyArray<Action> = [],
) {
  const gone = yield* request("DELETE", `${path}/${id}`, { key })
  assert.deepStrictEqual([gone.status, gone.text], [204, ""])
  assert.deepStrictEqual(pageOf(yield* get(path)).ids, [other])
  const { live: stranger } = yield* openCompany({ nombre: "Otra", nif: "B87654323" })
  const calls = [
    ...["GET", "PATCH", "DELETE"].map((method) => ({ method, suffix: "", body: undefined })),
    ...actions.map(([suffix, body]) => ({ method: "POST", suffix, body })),
  ]
  for (const [caller, one] of [[key, id], [key, "nada"], [key, "%00"], [stranger, other]] as const) {
    for (const { body, method, suffix } of calls) {
      const answer = yield* request(method, `${path}/${one}${suffix}`, { key: caller, body })
      assert.deepStrictEqual(errorOf(answer), anError(404, "no_encontrado"), `${method} ${one}${suffix}`)
    }
  }
  assert.strictEqual((yield* get(`${path}/${other}`)).status, 200)
})
