import { HashMap, Logger } from "effect"
import { logPartsOf } from "../embedded/log/logParts.ts"

/** What is logged, its words as one message and each fact as an annotation under its own name. */
export const factsApart = (options: Logger.Logger.Options<unknown>): Logger.Logger.Options<unknown> => {
  const { details, text } = logPartsOf(options.message)
  return {
    ...options,
    message: text === "" ? [] : [text],
    annotations: HashMap.union(options.annotations, HashMap.fromIterable(Object.entries(details))),
  }
}

const withFacts: Logger.Logger<unknown, string> = Logger.mapInputOptions(Logger.logfmtLogger, factsApart)

/**
 * Characters that a terminal obeys, or that some programs take for the end of a line. logfmt quotes only values with
 * blanks.
 */
const control = /[\p{Cc}\u2028\u2029]/gu

/**
 * Lines of logfmt, in which each name comes once: what was said is `message`, and a fact that was logged with it stands
 * under its own name, such as `referencia` of a failed request. Control characters are escaped, whoever they come from.
 */
export const logLines: Logger.Logger<unknown, string> = Logger.map(withFacts, (line) =>
  line.replaceAll(control, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`))
