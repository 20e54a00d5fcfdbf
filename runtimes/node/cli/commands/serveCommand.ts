import { type Config, ConfigProvider, Console, Effect, Fiber, Layer, Option } from "effect"
import { makeServedInterface } from "../../../../adapters/http/httpInterface.ts"
import * as RateLimiterMemory from "../../../../adapters/memory/RateLimiterMemory.ts"
import * as RateLimiterPostgres from "../../../../adapters/postgres/rateLimit/RateLimiterPostgres.ts"
import { workers } from "../../../../core/workers/workers.ts"
import { httpSettings } from "../../../environment/httpSettings.ts"
import type { ServiceSettings } from "../../../environment/serviceSettings.ts"
import { warnOfSettings } from "../../../environment/warnOfSettings.ts"
import { demonstrationIfEmpty, greeting } from "../../demonstration.ts"
import { engine } from "../../engine.ts"
import { serveHttp } from "../../http/httpServer.ts"
import { installationSecret } from "../../installationSecret.ts"
import { services, warnOfFiledMail } from "../../services.ts"
import { serveSettings } from "../../settings.ts"
import { exportedTelemetry, metricsLine, publishedMetrics } from "../../telemetry/telemetry.ts"
import type { Run } from "../Command.ts"
import type { Options } from "../options.ts"
import { portOption } from "../portOption.ts"

type ServeSettings = Config.Config.Success<typeof serveSettings>

const limiterOf = ({ rateLimit: { rule, store } }: ServiceSettings) =>
  store === "memory" ? RateLimiterMemory.layer(rule) : Layer.provide(RateLimiterPostgres.layer(rule), engine)

/**
 * Serves until it is interrupted: then requests end, and what the workers have begun; these begin no more. The demonstration
 * company is for an embedded database without any company.
 */
const serve = (options: Options, { listen, work }: ServeSettings) =>
  Effect.gen(function*() {
    const hasWorkers = !options.has("no-workers")
    const { service: settings, storage: { databaseUrl, dataFolder } } = work
    yield* warnOfSettings(settings)
    if (hasWorkers) yield* warnOfFiledMail
    const built = yield* Layer.build(Layer.merge(services, limiterOf(settings)))
    const metricas = yield* Effect.provide(publishedMetrics, built)
    const http = yield* Effect.provide(makeServedInterface(httpSettings(settings, yield* installationSecret)), built)
    const working = yield* Effect.forkScoped(hasWorkers ? Effect.provide(workers, built) : Effect.void)
    const { trustedProxies } = settings
    const { url } = yield* Effect.provide(serveHttp(http, { ...listen, trustedProxies }), built)
    // Finalizers run backwards: workers are told to stop here, then requests are waited for, then the workers.
    yield* Effect.addFinalizer(() => Fiber.interruptFork(working))
    const made = Option.isNone(databaseUrl) ? yield* Effect.provide(demonstrationIfEmpty(dataFolder), built) : undefined
    const greeted = made === undefined ? "" : `${greeting(made, settings.publicUrl ?? url)}\n`
    yield* Console.log(
      options.has("json")
        ? JSON.stringify({ url: `${url}/api/v1`, metricas, claves: made ?? null })
        : `${metricsLine(metricas)}${greeted}Talonario listens on ${url}/api/v1`,
    )
    return yield* Effect.never
  })

/** Options of the command line stand before the environment. */
const withOptions = (options: Options) => {
  const given = new Map<string, string>()
  for (const [option, variable] of [["port", "PORT"], ["host", "HOST"]] as const) {
    const value = options.value(option)
    if (value !== undefined) given.set(variable, value)
  }
  return Effect.withConfigProvider(
    ConfigProvider.orElse(ConfigProvider.fromMap(given), () => ConfigProvider.fromEnv()),
  )
}

/** `talonario serve`, which `npm start` runs. */
export const runServe: Run = (options) =>
  Effect.gen(function*() {
    // The settings read the option as PORT, so that only here a refusal can name --port.
    yield* portOption(options, "port", 3000)
    const settings = yield* serveSettings
    return yield* Effect.provide(Effect.scoped(serve(options, settings)), exportedTelemetry)
  }).pipe(withOptions(options))
