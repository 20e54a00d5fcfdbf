import { Effect, Layer } from "effect"
import type pg from "pg"
import { withoutOptions } from "../connections/databaseAddress.ts"
import { endPool, openPool, PostgresPool, type SessionMode } from "../connections/PostgresPool.ts"
import { patience, startOptions } from "../connections/sessionSettings.ts"

/** A pool that the host has made with node-postgres, of whatever version: only the options it was made with are read. */
export interface HostPool {
  readonly options: object
}

/** How connections of ours are made that lead to where the host's do. */
export interface HostPoolSettings {
  readonly pool: HostPool
  readonly connectionsMax: number
  readonly session?: SessionMode
  /** Start-up parameters that go before ours, as `-c name=value`. */
  readonly options?: string
}

/** The password, or the function that gives it: the driver hides this property, so that a spread leaves it out. */
const passwordOf = (options: object): unknown => ("password" in options ? options.password : undefined)

/** The options that tell where the database is, who logs in, and how it is reached. */
const shared = [
  "connectionString", "host", "port", "database", "user", "ssl", "sslnegotiation", "enableChannelBinding", "options", "stream",
] as const

const address = ({ options: more = "", pool, session = "own" }: HostPoolSettings): pg.PoolConfig => {
  const made: Readonly<Record<string, unknown>> = { ...pool.options }
  const named = shared.flatMap((name) => (made[name] === undefined ? [] : [[name, made[name]] as const]))
  const host: Readonly<Record<string, unknown>> = { ...Object.fromEntries(named), password: passwordOf(pool.options) }
  if (session === "pooled") return host
  const own = typeof host["options"] === "string" ? host["options"] : ""
  const whole = typeof host["connectionString"] === "string" ? host["connectionString"] : ""
  // The driver would use the options of the address instead of all others.
  const { address: connectionString, options } = withoutOptions(whole)
  return { ...host, connectionString, options: [own, options, more, startOptions].join(" ").trim(), ...patience }
}

/**
 * Connections of ours to the database of the host's pool, made with its address, credentials and TLS. The host's own
 * connections are not used, since their sessions have other settings.
 */
export const layer = (settings: HostPoolSettings): Layer.Layer<PostgresPool> =>
  Layer.scoped(
    PostgresPool,
    Effect.acquireRelease(openPool(address(settings), settings.session ?? "own", settings.connectionsMax), endPool),
  )
