import type { ConfigError } from "effect"

/** What is wrong with the environment, a line for each setting. */
export const settingMessage = (error: ConfigError.ConfigError): string => {
  switch (error._op) {
    case "And":
    case "Or":
      return `${settingMessage(error.left)}\n${settingMessage(error.right)}`
    case "InvalidData":
    case "MissingData":
      return `${error.path.join(".")}: ${error.message}`
    default:
      return error.message
  }
}
