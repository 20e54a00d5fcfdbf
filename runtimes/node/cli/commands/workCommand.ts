import { Console, Effect } from "effect"
import { workers } from "../../../../core/workers/workers.ts"
import { warnOfSettings } from "../../../environment/warnOfSettings.ts"
import { services, warnOfFiledMail } from "../../services.ts"
import { workSettings } from "../../settings.ts"
import { exportedTelemetry, metricsLine, publishedMetrics } from "../../telemetry/telemetry.ts"
import type { Run } from "../Command.ts"
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
export const runWork: Run = (options) =>
  Effect.gen(function*() {
    const { service } = yield* workSettings
    yield* warnOfSettings(service)
    yield* warnOfFiledMail
    return yield* Effect.scoped(workAlone(options)).pipe(Effect.provide(services), Effect.provide(exportedTelemetry))
  })
