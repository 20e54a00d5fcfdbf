import { HashMap, Logger } from "effect"
import { logPartsOf } from "../embedded/log/logParts.ts"

const withFacts: Logger.Logger<unknown, string> = Logger.mapInputOptions(Logger.logfmtLogger, (options) => {
  const { details, text } = logPartsOf(options.message)
  return {
    ...options,
    message: text === "" ? [] : [text],
    annotations: HashMap.union(options.annotations, HashMap.fromIterable(Object.entries(details))),
  }
})

/** What a terminal obeys, and what some readers of lines take for the end of one; a value without blanks stands unquoted. */
const control = /[\p{Cc}\u2028\u2029]/gu

/**
 * Lines of logfmt, in which each name comes once: what was said is `message`, and a fact that was logged with it stands
 * under its own name, such as `referencia` of a failed request. Control characters are escaped, whoever they come from.
 */
export const logLines: Logger.Logger<unknown, string> = Logger.map(withFacts, (line) =>
  line.replaceAll(control, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`))
