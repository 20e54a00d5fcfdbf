import { Effect } from "effect"
import { warnOfNamelessProducer } from "./namelessProducer.ts"
import type { ServiceSettings } from "./serviceSettings.ts"
import { warnOfUnknownSettings } from "./unknownSettings.ts"

/** Logs what is doubtful in the environment, without being wrong. */
export const warnOfSettings = (service: ServiceSettings): Effect.Effect<void> =>
  Effect.zipRight(warnOfUnknownSettings, warnOfNamelessProducer(service))
