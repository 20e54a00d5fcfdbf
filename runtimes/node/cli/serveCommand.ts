import { ConfigProvider, Console, Effect, Layer, Option, Redacted } from "effect"
import { makeHttpInterface } from "../../../adapters/http/httpInterface.ts"
import * as RateLimiterMemory from "../../../adapters/memory/RateLimiterMemory.ts"
import * as PdfPlatformNode from "../../../adapters/pdf/PdfPlatformNode.ts"
import * as PdfPrinterPdfLib from "../../../adapters/pdf/PdfPrinterPdfLib.ts"
import { talonarioSoftware } from "../../../core/registry/talonarioSoftware.ts"
import { demonstrationIfEmpty, greeting } from "../demonstration.ts"
import { engine } from "../engine.ts"
import { serveHttp } from "../httpServer.ts"
import { installationSecret } from "../installationSecret.ts"
import { type ServiceSettings, serviceSettings, storageSettings, variables } from "../settings.ts"
import type { Command } from "./Command.ts"
import type { Options } from "./options.ts"

const printer = Layer.provide(PdfPrinterPdfLib.layer, PdfPlatformNode.layer)

/** Serves until it is interrupted; the demonstration company is for an embedded database without any company. */
const serve = Effect.gen(function*() {
  const settings = yield* serviceSettings
  if (!settings.producerGiven) yield* Effect.logWarning(namelessProducer(settings))
  const secret = Redacted.value(yield* installationSecret)
  const { databaseUrl } = yield* storageSettings
  const services = yield* Layer.build(Layer.mergeAll(engine, printer, RateLimiterMemory.layer(settings.rateLimit)))
  const http = yield* Effect.provide(
    makeHttpInterface({
      publicUrl: settings.publicUrl,
      secret,
      software: talonarioSoftware(settings),
      qrHost: settings.qrHost,
    }),
    services,
  )
  const { url } = yield* serveHttp(http, settings)
  const made = Option.isNone(databaseUrl) ? yield* Effect.provide(demonstrationIfEmpty, services) : undefined
  if (made !== undefined) yield* Console.log(greeting(made, settings.publicUrl ?? url))
  yield* Console.log(`Talonario listens on ${url}/api/v1`)
  return yield* Effect.never
})

/** The producer answers for the software by its declaración responsable (Orden HAC/1177/2024 art. 15). */
const namelessProducer = ({ producer, producerNif }: ServiceSettings): string =>
  `live records will name ${producer}, NIF ${producerNif}, as producer of this software; `
  + "set TALONARIO_PRODUCER and TALONARIO_PRODUCER_NIF"

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

const settingsTable = variables
  .map(({ fallback, meaning, name }) => `  ${name.padEnd(24)}${meaning}\n${" ".repeat(26)}default: ${fallback}`)
  .join("\n")

/** `talonario serve`, which `npm start` runs. */
export const serveCommand: Command = {
  name: ["serve"],
  usage: "[--port 3000] [--host 127.0.0.1] [--no-workers]",
  summary: "serves the interface over HTTP under /api/v1, until SIGTERM",
  // There are no workers yet: without them is how it serves anyway.
  options: { valued: ["port", "host"], switches: ["no-workers"] },
  details: `Settings, from the environment:\n\n${settingsTable}`,
  run: (options) => Effect.scoped(serve).pipe(withOptions(options)),
}
