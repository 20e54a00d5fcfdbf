import { Cause, ConfigError, Option, Predicate } from "effect"
import type { Refusal } from "../../../core/refusals/refusal.ts"
import { missingPackage } from "../../embedded/missingPackage.ts"
import { isRefusal } from "../../embedded/refusalText.ts"
import { settingMessage } from "../../environment/settingMessage.ts"
import { installLine } from "./installLine.ts"

/** A line for people, or a few, about why a command failed; `undefined` for a defect, which the log tells of. */
const messageOf = (failure: unknown): string | undefined => {
  if (ConfigError.isConfigError(failure)) return settingMessage(failure)
  if (typeof failure === "object" && failure !== null && isRefusal(failure)) return refusalLines(failure)
  if (Predicate.isTagged(failure, "PostgresUnusable") && failure instanceof Error) return `database: ${failure.message}`
  if (Predicate.isTagged(failure, "StorageUnavailable")) return "the database cannot be used now: see above"
  if (Predicate.isTagged(failure, "StorageConflict")) return "the database is too busy; try again"
  if (Predicate.isTagged(failure, "StorageOutcomeUnknown")) {
    return "the database went away while writing; look whether it was done before trying again"
  }
  return failure instanceof Error && failure.message !== "" ? failure.message : undefined
}

const refusalLines = (refusal: Refusal): string => {
  switch (refusal._tag) {
    case "InvalidInput":
      return refusal.campos.map(({ campo, motivo }) => `${campo}: ${motivo}`).join("\n")
    case "NotFound":
      return `no existe ${refusal.what}`
    case "Conflict":
      return refusal.mensaje
  }
}

/** The library alone does not need all that the command needs. */
const missingPackageMessage = (cause: Cause.Cause<unknown>): string | undefined => {
  const missing = missingPackage(Cause.squash(cause))
  return missing === undefined
    ? undefined
    : `the package ${missing} is not installed; the command needs\n  ${installLine(missing)}`
}

/** What to print on stderr about a command that failed. */
export const explain = (cause: Cause.Cause<unknown>): string =>
  missingPackageMessage(cause) ?? Option.getOrUndefined(Option.map(Cause.failureOption(cause), messageOf)) ?? Cause.pretty(cause)
