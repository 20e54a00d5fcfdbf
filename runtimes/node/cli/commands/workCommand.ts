import { Console, Effect } from "effect"
import { workers } from "../../../../core/workers/workers.ts"
import { services, warnOfFiledMail } from "../../services.ts"
import { workSettings } from "../../settings.ts"
import { exportedTelemetry, metricsLine, publishedMetrics } from "../../telemetry/telemetry.ts"
import type { Command } from "../Command.ts"
import type { Options } from "../options.ts"

/** Works until it is interrupted; what it has begun it ends. */
const workAlone = (options: Options) =>
  Effect.gen(function*() {
    const metricas = yield* publishedMetrics
    yield* Console.log(options.has("json") ? JSON.stringify({ metricas }) : `${metricsLine(metricas)}Talonario works`)
    yield* workers
    return yield* Effect.never
  })

/** `talonario work` */
export const workCommand: Command = {
  name: ["work"],
  usage: "",
  summary: "sends webhooks, mail and records to the tax authority, without serving the interface, until SIGTERM; any number may run side by side",
  options: { valued: [], switches: [] },
  run: (options) =>
    Effect.gen(function*() {
      yield* workSettings
      yield* warnOfFiledMail
      return yield* Effect.scoped(workAlone(options)).pipe(Effect.provide(services), Effect.provide(exportedTelemetry))
    }),
}
