import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { anError, errorOf, pageOf, type Scene } from "./scene.ts"

/** Deletes one of the two in a list: it is nowhere then, as those of another organization are, and the other one stays. */
export const isDeletedAlone = Effect.fnUntraced(function*(
  { get, live: key, openCompany, request }: Scene,
  path: string,
  id: string,
  other: string,
) {
  const gone = yield* request("DELETE", `${path}/${id}`, { key })
  assert.deepStrictEqual([gone.status, gone.text], [204, ""])
  assert.deepStrictEqual(pageOf(yield* get(path)).ids, [other])
  const { live: stranger } = yield* openCompany({ nombre: "Otra", nif: "B87654323" })
  for (const [caller, one] of [[key, id], [key, "nada"], [stranger, other]] as const) {
    for (const method of ["GET", "PATCH", "DELETE"]) {
      const answer = yield* request(method, `${path}/${one}`, { key: caller })
      assert.deepStrictEqual(errorOf(answer), anError(404, "no_encontrado"), method)
    }
  }
  assert.strictEqual((yield* get(`${path}/${other}`)).status, 200)
})
