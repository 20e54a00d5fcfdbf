import { Effect, Layer } from "effect"
import type pg from "pg"
import { withoutOptions } from "../connections/databaseAddress.ts"
import { ended, openPool, PostgresPool, type SessionMode } from "../connections/PostgresPool.ts"
import { patience, startOptions } from "../connections/sessionSettings.ts"

/** A pool of node-postgres' as its host has made it, of whatever version: only what it was made with is looked at. */
export interface HostPool {
  readonly options: object
}

/** How connections are made that are like the host's. */
export interface HostPoolSettings {
  readonly pool: HostPool
  readonly connectionsMax: number
  readonly session?: SessionMode
  /** Start-up parameters that stand before ours, `-c name=value`. */
  readonly options?: string
}

/** A password, or a function that gives one, is there though it is not listed. */
const passwordOf = (options: object): unknown => ("password" in options ? options.password : undefined)

/** What of it tells where the database is, as whom it is spoken to, and how it is reached. */
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
  // In an address they would stand in place of all others.
  const { address: connectionString, options } = withoutOptions(whole)
  return { ...host, connectionString, options: [own, options, more, startOptions].join(" ").trim(), ...patience }
}

/**
 * Connections of ours to the database of the host's pool, made with its address, credentials and TLS. The host's own
 * connections are not touched: their sessions say other things than ours.
 */
export const layer = (settings: HostPoolSettings): Layer.Layer<PostgresPool> =>
  Layer.scoped(
    PostgresPool,
    Effect.acquireRelease(
      openPool(address(settings), settings.session ?? "own", settings.connectionsMax),
      (pool) => Effect.promise(() => ended(pool)),
    ),
  )
