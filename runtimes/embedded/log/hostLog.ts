import { Cause, FiberRefs, HashMap, type Layer, Logger, LogLevel } from "effect"
import { callersContext } from "../callersContext.ts"
import type { LogEntry } from "../Configuration.ts"
import { logPartsOf } from "./logParts.ts"

/** Effect's log, told to a function of the host's. */
export const hostLog = (tell: (entry: LogEntry) => void): Layer.Layer<never> =>
  Logger.replace(
    Logger.defaultLogger,
    Logger.make(({ annotations, cause, context, logLevel, message }) => {
      const { details, text } = logPartsOf(message)
      const entry: LogEntry = {
        level: levelOf(logLevel),
        message: text,
        details: { ...Object.fromEntries(HashMap.toEntries(annotations)), ...details },
        cause: Cause.isEmpty(cause) ? null : Cause.pretty(cause, { renderErrorCause: true }),
      }
      // The log is told in passing: a function of the host's that throws, at once or later, breaks nothing.
      const told = async (): Promise<void> => tell(entry)
      FiberRefs.getOrDefault(context, callersContext)(told).catch(() => {})
    }),
  )

const levelOf = (level: LogLevel.LogLevel): LogEntry["level"] => {
  if (LogLevel.greaterThanEqual(level, LogLevel.Error)) return "error"
  if (LogLevel.greaterThanEqual(level, LogLevel.Warning)) return "warning"
  return LogLevel.greaterThanEqual(level, LogLevel.Info) ? "info" : "debug"
}
