import { Effect } from "effect"
import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process"
import { closeSync, openSync } from "node:fs"
import { thrownText } from "../../../../core/text/thrownText.ts"
import type { Account } from "../../folderOwner.ts"
import { EmbeddedPostgresFailed } from "../EmbeddedPostgresFailed.ts"
import type { ServerFolder } from "../folder/serverFolder.ts"
import { serverMark } from "../liveServer/serverMark.ts"
import type { Programs } from "./serverPrograms.ts"

/** What both programs are run with. `durable`: what is committed survives a power cut. */
export interface Setup {
  readonly programs: Programs
  readonly account: Account | undefined
  readonly durable: boolean
}

/** Fills the empty folder `data`. The superuser is `postgres`, with the password in `passwordFile`. */
export const runInitdb = (
  setup: Setup,
  data: string,
  passwordFile: string,
): Effect.Effect<void, EmbeddedPostgresFailed> =>
  Effect.async((resume) => {
    let output = ""
    const fail = (why: string) =>
      resume(new EmbeddedPostgresFailed({ reason: `initdb made no data: ${why}`, log: output.slice(-2000) }))
    const child = spawned(fail, passwordFile, "r", (password) =>
      spawn(setup.programs.initdb, [`--pgdata=${dataArgument(setup, data)}`, ...initdbOptions(setup)], {
        ...surroundings(setup, data),
        stdio: [password, "pipe", "pipe"],
      }))
    if (child === undefined) return
    child.stdout?.on("data", (text) => output += text)
    child.stderr?.on("data", (text) => output += text)
    child.once("close", (code, signal) =>
      code === 0 ? resume(Effect.void) : fail(`it ended with ${code ?? signal}`))
    return Effect.async<void>((done) => {
      child.once("close", () => done(Effect.void))
      child.kill()
    })
  })

/**
 * Starts the server in a session of its own, so that neither ctrl-C nor the end of this process reaches it.
 * What initdb has put into `postgresql.conf`, such as 128 MB of shared buffers and 100 connections, is the
 * operator's to change; what is given here always holds.
 */
export const spawnServer = (
  setup: Setup,
  folder: ServerFolder,
  port: number,
): Effect.Effect<ChildProcess, EmbeddedPostgresFailed> =>
  Effect.async((resume) => {
    const fail = (why: string) =>
      resume(new EmbeddedPostgresFailed({ reason: `could not run ${setup.programs.postgres}: ${why}` }))
    const settings = Object.entries({ ...always, ...(setup.durable ? durable : fleeting), port })
    const child = spawned(fail, folder.log, "a", (log) =>
      spawn(setup.programs.postgres, [
        `-D${dataArgument(setup, folder.data)}`,
        ...settings.map(([name, value]) => `--${name}=${value}`),
        serverMark(folder.data),
      ], { ...surroundings(setup, folder.data), stdio: ["ignore", log, log], detached: true }))
    child?.once("spawn", () => resume(Effect.succeed(child)))
    child?.unref()
  })

/** Opens the file that the child gets as input or output; catches each of the ways in which spawn fails. */
const spawned = (
  fail: (why: string) => void,
  path: string,
  flags: "r" | "a",
  start: (file: number) => ChildProcess,
): ChildProcess | undefined => {
  try {
    const file = openSync(path, flags, 0o600)
    try {
      return start(file).once("error", (error) => fail(error.message))
    } finally {
      closeSync(file)
    }
  } catch (error) {
    fail(thrownText(error))
    return undefined
  }
}

const initdbOptions = (setup: Setup): ReadonlyArray<string> => [
  "--username=postgres",
  "--pwfile=/dev/stdin",
  "--auth=scram-sha-256",
  "--encoding=UTF8",
  // Sorts by code point, and knows upper and lower case of every script; the same on every machine.
  "--locale=C",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  "--data-checksums",
  ...(setup.durable ? [] : ["--no-sync"]),
]

const always = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  timezone: "UTC",
  log_timezone: "UTC",
  lc_messages: "C",
  log_destination: "stderr",
  logging_collector: "off",
  cluster_name: "talonario",
}

// wal_level stays at PostgreSQL's default, replica: invoices are kept for years, so physical backups of the
// running server and an archive of its log shall be possible; minimal only makes bulk loading faster.
const durable = { fsync: "on", synchronous_commit: "on", full_page_writes: "on" }

const fleeting = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  log_checkpoints: "off",
}

/**
 * The server's account may be unable to pass the folders above the data, such as root's home. Node enters
 * `cwd` before it gives up root, and Linux leads /proc/self/cwd there without passing them.
 */
const dataArgument = (setup: Setup, data: string): string =>
  setup.account !== undefined && process.platform === "linux" ? "/proc/self/cwd" : data

/** Our own environment stays out: it may hold secrets, and PG* variables that mean another server. */
const surroundings = ({ account }: Setup, cwd: string): SpawnOptions => ({
  cwd,
  env: { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" },
  ...account,
})
