import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Answer, answerOf } from "../../runtimes/memory/exchange.ts"
import { makeHarness } from "../../runtimes/memory/harness.ts"
import { problemsOf } from "../support/validatedResponses.ts"

const withJson = (answer: Answer, json: unknown): Answer => {
  const { headers, status } = answer
  return answerOf({ status, headers, body: JSON.stringify(json) })
}

const without = (answer: Answer, name: string): Answer => {
  const { [name]: _, ...headers } = answer.headers
  return { ...answer, headers }
}

describe("answers held against openapi.json", () => {
  const scene = Effect.gen(function*() {
    const { openCompany, request } = yield* makeHarness()
    const { live: key } = yield* openCompany()
    const options = { key, body: { nombre: "Ana" } }
    const answer = yield* request("POST", "/contactos", options)
    const problems = (given: Answer, body: unknown = options.body) =>
      problemsOf("POST", "/contactos", { ...options, body }, given).join()
    return { answer, problems, read: problemsOf, request }
  })

  it.scopedLive("pass if they match it, and otherwise have their problems listed", () =>
    Effect.gen(function*() {
      const { answer, problems } = yield* scene
      assert.strictEqual(problems(answer), "")
      assert.strictEqual(problems({ ...answer, status: 200 }), "status is not there")
      assert.include(problems(without(answer, "location")), "Location is missing")
      assert.include(problems(without(answer, "ratelimit-reset")), "RateLimit-Reset is missing")
      const spent = { ...answer, headers: { ...answer.headers, "ratelimit-remaining": "-1" } }
      assert.include(problems(spent), "RateLimit-Remaining")
      const retried = { ...answer, headers: { ...answer.headers, "retry-after": "1" } }
      assert.include(problems(retried), "Retry-After is not declared")
      const { nombre: _, ...nameless } = Object(answer.json)
      assert.include(problems(withJson(answer, nameless)), "nombre")
      assert.include(problems(withJson(answer, { ...nameless, nombre: "Ana", otro: 1 })), "additional")
      assert.include(problems(withJson(answer, { ...nameless, nombre: "Ana", creado: "ayer" })), "date-time")
      assert.include(problems(answerOf({ ...answer, body: null })), "body")
      assert.include(problems(answer, { nombre: 1 }), "request")
    }))

  it.scopedLive("may only be failures on unknown paths, and only declared failures on known ones", () =>
    Effect.gen(function*() {
      const { answer, read, request } = yield* scene
      const nothing = yield* request("GET", "/nada")
      assert.deepStrictEqual(read("GET", "/nada", {}, nothing), [])
      assert.deepStrictEqual(read("GET", "/nada", {}, answer), ["no such path"])
      const keyless = yield* request("GET", "/contactos")
      assert.deepStrictEqual(read("GET", "/contactos", {}, keyless), [])
      const wrongCode = withJson(keyless, { error: { codigo: "conflicto", mensaje: "No.", detalles: null } })
      assert.include(read("GET", "/contactos", {}, wrongCode).join(), "codigo")
    }))
})
