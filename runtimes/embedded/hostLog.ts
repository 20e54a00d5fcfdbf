import { Cause, HashMap, type Layer, Logger, LogLevel } from "effect"
import type { LogEntry } from "./Configuration.ts"

/** Effect's log, told to a function of the host's. */
export const hostLog = (tell: (entry: LogEntry) => void): Layer.Layer<never> =>
  Logger.replace(
    Logger.defaultLogger,
    Logger.make(({ annotations, cause, logLevel, message }) => {
      const parts = Array.isArray(message) ? message : [message]
      const objects = parts.filter((part) => typeof part === "object" && part !== null)
      const entry: LogEntry = {
        level: levelOf(logLevel),
        message: parts.filter(isWord).join(" "),
        details: Object.assign({}, Object.fromEntries(HashMap.toEntries(annotations)), ...objects),
        cause: Cause.isEmpty(cause) ? null : Cause.pretty(cause, { renderErrorCause: true }),
      }
      try {
        tell(entry)
      } catch {
        // What is logged is told in passing: who cannot be told of it breaks nothing.
      }
    }),
  )

const isWord = (part: unknown): part is string | number => typeof part === "string" || typeof part === "number"

const levelOf = (level: LogLevel.LogLevel): LogEntry["level"] => {
  if (LogLevel.greaterThanEqual(level, LogLevel.Error)) return "error"
  if (LogLevel.greaterThanEqual(level, LogLevel.Warning)) return "warning"
  return LogLevel.greaterThanEqual(level, LogLevel.Info) ? "info" : "debug"
}
