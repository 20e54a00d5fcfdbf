import { HashMap, Logger } from "effect"
import { logPartsOf } from "../embedded/log/logParts.ts"

/**
 * Lines of logfmt, in which each name comes once: what was said is `message`, and a fact that was logged with it stands
 * under its own name, such as `referencia` of a failed request.
 */
export const logLines: Logger.Logger<unknown, string> = Logger.mapInputOptions(Logger.logfmtLogger, (options) => {
  const { details, text } = logPartsOf(options.message)
  return {
    ...options,
    message: text === "" ? [] : [text],
    annotations: HashMap.union(options.annotations, HashMap.fromIterable(Object.entries(details))),
  }
})
