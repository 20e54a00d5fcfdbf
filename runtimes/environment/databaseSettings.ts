import { Config, ConfigError, Either, Option, Redacted } from "effect"
import { databaseAddress, isDatabaseAddress } from "../../adapters/postgres/connections/databaseAddress.ts"
import type { SessionMode } from "../../adapters/postgres/connections/PostgresPool.ts"
import { checked, optionalText } from "./readSetting.ts"

/** The database's address, which holds a password and is never shown. */
export const databaseUrl = Config.mapOrFail(optionalText("DATABASE_URL"), (given) =>
  Option.isSome(given) && !isDatabaseAddress(given.value)
    ? Either.left(ConfigError.InvalidData(["DATABASE_URL"], `expected ${databaseAddress}`))
    : Either.right(Option.map(given, (value) => Redacted.make(value))))

/** Whether the database's sessions are our own or a pooler's, see `SessionMode`. */
export const databaseSession = (fallback: SessionMode): Config.Config<SessionMode> =>
  checked("TALONARIO_DATABASE_SESSION", fallback, (value) =>
    value === "own" || value === "pooled" ? value : undefined, "own or pooled")
