import type { ConfigError } from "effect"

/** What is wrong with the environment, a line for each setting; some are read more than once. */
export const settingMessage = (error: ConfigError.ConfigError): string => [...new Set(linesOf(error))].join("\n")

const linesOf = (error: ConfigError.ConfigError): ReadonlyArray<string> => {
  switch (error._op) {
    case "And":
    case "Or":
      return [...linesOf(error.left), ...linesOf(error.right)]
    case "InvalidData":
    case "MissingData":
      return [`${error.path.join(".")}: ${error.message}`]
    default:
      return [error.message]
  }
}
