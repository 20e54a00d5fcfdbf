import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Either, Runtime } from "effect"
import { makePromiseClient } from "../../adapters/client/makePromiseClient.ts"
import { operationsOf } from "../../adapters/client/Operation.ts"
import { TalonarioError } from "../../adapters/client/TalonarioError.ts"
import { api } from "../../adapters/http/contract/api.ts"
import { makeHttpInterface } from "../../adapters/http/httpInterface.ts"
import * as effects from "../../runtimes/embedded/effects.ts"
import type { Engine } from "../../runtimes/embedded/engine.ts"
import { Installation } from "../../runtimes/embedded/Installation.ts"
import { makeTalonario, type Talonario } from "../../runtimes/embedded/makeTalonario.ts"
import { isRefusal, refusalText } from "../../runtimes/embedded/refusalText.ts"
import { valueOf } from "../../runtimes/embedded/Result.ts"
import { answerOf, requestOf } from "../../runtimes/memory/exchange.ts"
import { type Call, type Outcome, story } from "./story.ts"

/** An engine with fixed randomness and time, with a company and a key. */
const sameEngine = async () => {
  let state = 7
  const next = () => (state = (state * 48_271) % 2_147_483_647) >>> 8
  const bytes = (count: number) => Uint8Array.from({ length: count }, next)
  const talonario = await makeTalonario({
    entropy: { bytes },
    clock: { now: () => Date.UTC(2026, 10, 20, 12) },
    webhookAllow: "avisos.ejemplo.es",
    // The story makes more requests than a key may within a minute.
    rateLimit: { limit: 1_000, windowSeconds: 60 },
    log: () => {},
  })
  const company = { nombre: "Talleres Núñez", nif: "B12345674", email: "taller@ejemplo.es" }
  const { id } = valueOf(await talonario.organizaciones.createOrganization(company))
  const { clave } = valueOf(await talonario.company(id, "live").claves.createKey({ modo: "live", scopes: "all" }))
  return { talonario, id, clave }
}

/** The call of this group and name. */
const callOn = (calls: object, group: string, name: string, input: object | undefined): unknown =>
  Reflect.apply(Reflect.get(Reflect.get(calls, group), name), undefined, [input])

const ofRefusal = (refusal: object): Outcome => {
  if (!isRefusal(refusal)) return assert.fail(String(refusal))
  const fields = refusal._tag === "InvalidInput" ? refusal.campos : []
  // Over HTTP, the fields come beside the message.
  const mensaje = refusal._tag === "InvalidInput" ? "Los datos no son válidos." : refusalText(refusal)
  return { refused: mensaje, motivo: refusal._tag === "Conflict" ? refusal.motivo : null, campos: fields }
}

const overHttp = async ({ clave, talonario }: Awaited<ReturnType<typeof sameEngine>>): Promise<Call> => {
  const handling = Effect.flatMap(Installation, (settings) =>
    makeHttpInterface({
      publicUrl: null,
      ...settings,
      secret: Redacted.value(settings.secret),
      earlierSecrets: settings.earlierSecrets.map(Redacted.value),
    }))
  const { handle } = await Runtime.runPromise(talonario.runtime)(handling)
  const client = makePromiseClient({
    baseUrl: "http://talonario.test/api/v1",
    clave,
    fetch: async (url, { body, headers, method }) => {
      const sent = { headers: Object.fromEntries(new Headers(headers)), ...(typeof body === "string" ? { body } : {}) }
      const answer = answerOf(await Effect.runPromise(handle(requestOf(method ?? "GET", String(url), sent))))
      return new Response(answer.status === 204 ? null : answer.bytes, { status: answer.status, headers: answer.headers })
    },
  })
  return async (group, name, input) => {
    try {
      return { value: await callOn(client, group, name, input) }
    } catch (error) {
      if (!(error instanceof TalonarioError)) throw error
      return { refused: error.mensaje, motivo: error.motivo, campos: error.campos }
    }
  }
}

const asPromises = ({ id, talonario }: { readonly id: string; readonly talonario: Talonario }): Call => {
  const company = talonario.company(id, "live")
  return async (group, name, input) => {
    const result = await callOn(company, group, name, input)
    if (typeof result !== "object" || result === null || !("ok" in result)) return assert.fail("no result")
    if ("value" in result) return { value: result.value }
    return "refusal" in result && typeof result.refusal === "object" && result.refusal !== null
      ? ofRefusal(result.refusal)
      : assert.fail("no refusal")
  }
}

const asEffects = ({ id, talonario }: { readonly id: string; readonly talonario: Talonario }): Call => {
  const company = effects.company(id, "live")
  const run = Runtime.runPromise(talonario.runtime)
  return async (group, name, input) => {
    const call = callOn(company, group, name, input)
    const result = await run(isOnEngine(call) ? Effect.either(call) : assert.fail("no effect"))
    if (Either.isRight(result)) return { value: result.right }
    return typeof result.left === "object" && result.left !== null ? ofRefusal(result.left) : assert.fail("no refusal")
  }
}

/** Whether it is an Effect; that it only needs the engine is known from the types of `effects`. */
const isOnEngine = (value: unknown): value is Effect.Effect<unknown, unknown, Engine> => Effect.isEffect(value)

describe("calls in process", () => {
  it("answer and refuse exactly as the HTTP interface does", async () => {
    const engines = await Promise.all([sameEngine(), sameEngine(), sameEngine()])
    const [http, promises, effectful] = engines
    const told = await story(await overHttp(http), "http")
    assert.deepStrictEqual(await story(asPromises(promises), "promises"), told)
    assert.deepStrictEqual(await story(asEffects(effectful), "effects"), told)
    const called = new Set(told.map(({ call }) => call))
    const declared = operationsOf(api)
      // Only HTTP has the health check, the documents, and what a key may do.
      .filter(({ group, name }) => group !== "servicio" && name !== "readIndex")
      .map(({ group, name }) => `${group}.${name}`)
    assert.deepStrictEqual([...called].toSorted(), declared.toSorted())
    await Promise.all(engines.map(({ talonario }) => talonario.close()))
  })
})
