import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Layer, Logger, Runtime } from "effect"
import dns from "node:dns"
import { vi } from "vitest"
import { instant } from "../../core/calendar/instant.ts"
import { Mailer } from "../../core/ports/Mailer.ts"
import { RateLimiter } from "../../core/ports/RateLimiter.ts"
import { Recording } from "../../core/ports/Recording.ts"
import { SecretBox } from "../../core/ports/SecretBox.ts"
import { type Certificate, TaxAuthority } from "../../core/ports/TaxAuthority.ts"
import type { Configuration, PostgresConfiguration } from "../../runtimes/embedded/Configuration.ts"
import type { Engine } from "../../runtimes/embedded/engine.ts"
import { makeTalonario, valueOf } from "../../runtimes/embedded/makeTalonario.ts"
import { taxpayer } from "../aeat/chainOfRecords.ts"
import { certificateOf, newAuthority } from "../aeat/secureServer.ts"
import { openAnswering, urlOf } from "../support/answeringServer.ts"
import { hostPool } from "./hostDatabase.ts"
import { freshConfiguration, secret } from "./onPostgres.ts"

/** What becomes of an Effect on the engine of a configuration. */
const onEngine = async <A>(configuration: Configuration, effect: Effect.Effect<A, unknown, Engine>): Promise<A> => {
  await using talonario = await makeTalonario({ log: () => {}, ...configuration })
  return await Runtime.runPromise(talonario.runtime, effect)
}

/** The hosts that a query to the tax authority looks for; it finds none. */
const hostsAsked = async (configuration: Configuration, tipo: Certificate["tipo"] = "personal"): Promise<ReadonlyArray<string>> => {
  const asked: Array<string> = []
  const lookup = vi.spyOn(dns, "lookup").mockImplementation((host: string, ...rest: ReadonlyArray<unknown>) => {
    asked.push(host)
    const answer = rest.at(-1)
    if (typeof answer === "function") answer(Object.assign(new Error("nowhere"), { code: "ENOTFOUND" }))
  })
  try {
    const certificate = { ...certificateOf(newAuthority()), tipo }
    const question = { obligado: taxpayer, certificate, ejercicio: 2026, periodo: 11, numserie: null, after: null }
    await onEngine(configuration, Effect.flatMap(TaxAuthority, ({ query }) => Effect.flip(query(question))))
  } finally {
    lookup.mockRestore()
  }
  return asked
}

describe("an engine that is given no adapters", () => {
  it("sends records to the AEAT itself, or where the configuration says", async () => {
    assert.deepStrictEqual(await hostsAsked({}), ["www1.agenciatributaria.gob.es"])
    assert.deepStrictEqual(await hostsAsked({ aeat: "test" }), ["prewww1.aeat.es"])
    assert.deepStrictEqual(await hostsAsked({ aeat: "test" }, "sello"), ["prewww10.aeat.es"])
    assert.deepStrictEqual(await hostsAsked({ aeat: { url: "https://aeat.ejemplo.es/" } }), ["aeat.ejemplo.es"])
  })

  it("has workers make records whose QRs name the service that these go to", async () => {
    const qrHost = Effect.map(Recording, (recording) => recording.qrHost)
    assert.strictEqual(await onEngine({}, qrHost), "production")
    assert.strictEqual(await onEngine({ aeat: "test" }, qrHost), "test")
  })

  it("keeps letters for later where there is no mail server", async () => {
    const adjunto = { nombre: "A-1.pdf", tipo: "application/pdf", contenido: new Uint8Array() }
    const mail = { id: "1", nombre: "Mi Empresa", responderA: null, para: ["c@ejemplo.es"], asunto: "A-1", texto: "", adjunto }
    const failure = await onEngine({}, Effect.flatMap(Mailer, ({ send }) => Effect.flip(send(mail))))
    assert.deepInclude(failure, { transient: true, reason: "no hay servidor de correo configurado" })
  })

  it("opens what was sealed under an earlier secret", async () => {
    const earlier = "e".repeat(32)
    const seal = await onEngine({ secret: earlier }, Effect.flatMap(SecretBox, ({ seal }) => seal("clave")))
    const open = Effect.flatMap(SecretBox, ({ open }) => open(seal))
    assert.strictEqual(await onEngine({ secret, earlierSecrets: [earlier] }, open), "clave")
    assert.deepInclude(await onEngine({ secret }, Effect.flip(open)), { _tag: "SealBroken" })
  })

  it.scopedLive("sends webhooks to the addresses that its configuration allows, and no other engine of the process does", () =>
    Effect.gen(function*() {
      let came = 0
      const receiver = yield* openAnswering((request, response) => {
        came++
        request.resume().on("end", () => response.end())
      })
      yield* Effect.promise(async () => {
        const subscribed = async (configuration: Configuration) => {
          await using talonario = await makeTalonario({ log: () => {}, ...configuration })
          const { id } = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Mi Empresa" }))
          const { webhooks } = talonario.company(id, "live")
          const made = await webhooks.createWebhook({ url: `${urlOf(receiver)}/avisos` })
          if (made.ok) valueOf(await webhooks.testWebhook(made.value))
          await talonario.workOff()
          return made.ok
        }
        assert.deepStrictEqual([await subscribed({ webhookAllow: "127.0.0.1" }), await subscribed({})], [true, false])
        assert.strictEqual(came, 1)
      })
    }))
})

describe("an engine that is given adapters", () => {
  it("counts requests with the one that counts them", async () => {
    const rule = { limit: 3, windowSeconds: 1 }
    const window = { allowed: false, limit: 3, remaining: 0, resetSeconds: 1, retryAfterSeconds: 1 }
    const rateLimiter = { rule, take: async () => window, peek: async () => window }
    const taken = Effect.flatMap(RateLimiter, (limiter) =>
      Effect.map(limiter.take("c", instant(0)), (took) => [limiter.rule, took]))
    assert.deepStrictEqual(await onEngine({ rateLimiter }, taken), [rule, window])
    assert.deepStrictEqual(await onEngine({ rateLimit: rule }, Effect.map(RateLimiter, (limiter) => limiter.rule)), rule)
  })

  it("takes clock and log as Layers too", async () => {
    const told: Array<unknown> = []
    const log = Logger.replace(Logger.defaultLogger, Logger.make(({ message }) => told.push(message)))
    const clock = Layer.setClock({ ...Clock.make(), unsafeCurrentTimeMillis: () => 7, currentTimeMillis: Effect.succeed(7) })
    const now = Effect.zipRight(Effect.logInfo("asked"), Clock.currentTimeMillis)
    assert.strictEqual(await onEngine({ clock, log }, now), 7)
    assert.deepStrictEqual(told, [["asked"]])
  })
})

describe("an engine on PostgreSQL", () => {
  it.scopedLive("counts requests in the database, unless there may be many or the configuration says otherwise", () =>
    Effect.gen(function*() {
      const configuration = yield* freshConfiguration
      const pool = yield* hostPool(configuration.storage.url)
      const counted = async (given: Partial<PostgresConfiguration>) => {
        await pool.query("DELETE FROM rate_limit")
        const taken = Effect.flatMap(RateLimiter, ({ take }) => take("c", instant(Date.now())))
        await onEngine({ ...configuration, ...given }, taken)
        return (await pool.query("SELECT FROM rate_limit")).rowCount
      }
      const high = { limit: 1_001, windowSeconds: 60 }
      yield* Effect.promise(async () => {
        const counts = [await counted({}), await counted({ rateLimitStore: "memory" }), await counted({ rateLimit: high })]
        assert.deepStrictEqual(counts, [1, 0, 0])
      })
    }))
})
