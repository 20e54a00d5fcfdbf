import { Cause, ConfigError, Option, Predicate } from "effect"
import { settingMessage } from "../../environment/settingMessage.ts"
import { installLine, missingPackage } from "./missingPackage.ts"

/** One line for people about why a command failed; `undefined` for a defect, which the log tells of. */
const messageOf = (failure: unknown): string | undefined => {
  if (ConfigError.isConfigError(failure)) return settingMessage(failure)
  if (Predicate.isTagged(failure, "InvalidInput") && "campos" in failure && Array.isArray(failure.campos)) {
    return failure.campos.map(({ campo, motivo }: { campo: string; motivo: string }) => `${campo}: ${motivo}`).join("\n")
  }
  if (Predicate.isTagged(failure, "NotFound") && "what" in failure) return `no existe ${String(failure.what)}`
  if (Predicate.isTagged(failure, "Conflict") && "mensaje" in failure) return String(failure.mensaje)
  if (Predicate.isTagged(failure, "PostgresUnusable") && failure instanceof Error) return `database: ${failure.message}`
  if (Predicate.isTagged(failure, "StorageUnavailable")) return "the database does not answer"
  if (Predicate.isTagged(failure, "StorageConflict")) return "the database is too busy; try again"
  if (Predicate.isTagged(failure, "StorageOutcomeUnknown")) {
    return "the database went away while writing; look whether it was done before trying again"
  }
  return failure instanceof Error && failure.message !== "" ? failure.message : undefined
}

/** The library alone does not need all that the command needs. */
const missingPackageMessage = (cause: Cause.Cause<unknown>): string | undefined => {
  const missing = missingPackage(Cause.squash(cause))
  return missing === undefined
    ? undefined
    : `the package ${missing} is not installed; the command needs\n  ${installLine()}`
}

/** What to print on stderr about a command that failed. */
export const explain = (cause: Cause.Cause<unknown>): string =>
  missingPackageMessage(cause) ?? Option.getOrUndefined(Option.map(Cause.failureOption(cause), messageOf)) ?? Cause.pretty(cause)
