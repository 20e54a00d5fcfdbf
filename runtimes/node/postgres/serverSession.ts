import { Effect, Redacted } from "effect"
import { createHmac, randomBytes } from "node:crypto"
import { rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import pg from "pg"
import { hasCode } from "../hasCode.ts"
import { attempt, type EmbeddedPostgresFailed } from "./EmbeddedPostgresFailed.ts"
import { type ServerFolder, textIfPresent } from "./folder/serverFolder.ts"

/** The service's role and its database, both of this name. */
const service = "talonario"

/**
 * Where the service finds its database. Its role owns that database and may make others, but is no superuser,
 * who could run programs and read files through SQL. Its password follows from the superuser's, and does not
 * lead back.
 */
export const serviceUrl = (
  folder: ServerFolder,
  port: number,
): Effect.Effect<Redacted.Redacted<string>, EmbeddedPostgresFailed> =>
  Effect.map(superPassword(folder), (password) =>
    Redacted.make(`postgres://${service}:${servicePassword(password)}@127.0.0.1:${port}/${service}`))

/**
 * Makes sure that the ready server on `port` answers to our password and works on this very folder, and that
 * the service's role and database are there. Tells whether it writes durably.
 */
export const openServer = (
  folder: ServerFolder,
  port: number,
): Effect.Effect<{ readonly durable: boolean }, EmbeddedPostgresFailed> =>
  Effect.flatMap(superPassword(folder), (password) =>
    attempt(`the server on port ${port} did not let us in`, async () => {
      const client = new pg.Client({
        host: "127.0.0.1",
        port,
        user: "postgres",
        password,
        database: "postgres",
        connectionTimeoutMillis: 10_000,
        query_timeout: 60_000,
      })
      client.on("error", () => {}) // the query under way fails too, and tells
      try {
        await client.connect().catch((error: unknown) => {
          throw hasCode(error, wrongPassword) ? new Error(`${folder.password} does not hold ${madeWithData}`) : error
        })
        const facts = await readFacts(client, folder)
        await makeService(client, facts, servicePassword(password))
        return { durable: facts.durable }
      } finally {
        await client.end().catch(() => {})
      }
    }))

interface Facts {
  readonly seen: boolean
  readonly durable: boolean
  readonly role: boolean
  readonly database: boolean
}

/** A copy of the folder has the same passwords and identifier: a file put there just now tells them apart. */
const readFacts = async (client: pg.Client, folder: ServerFolder): Promise<Facts> => {
  const name = `talonario-${randomBytes(8).toString("hex")}`
  await writeFile(join(folder.data, name), "")
  try {
    const { rows: [facts] } = await client.query<Facts>(
      `SELECT (pg_stat_file($1, true)).size IS NOT NULL AS seen,
              current_setting('fsync') = 'on' AS durable,
              EXISTS (SELECT FROM pg_roles WHERE rolname = $2) AS role,
              EXISTS (SELECT FROM pg_database WHERE datname = $2) AS database`,
      [name, service],
    )
    if (facts?.seen !== true) throw new Error(`it is not the one of ${folder.data}`)
    return facts
  } finally {
    await rm(join(folder.data, name), { force: true })
  }
}

const makeService = async (client: pg.Client, facts: Facts, password: string): Promise<void> => {
  // A statement that fails is logged as it stands, with the password.
  if (!facts.role) await client.query("SET log_min_error_statement = panic")
  if (!facts.role) await client.query(`CREATE ROLE ${service} LOGIN CREATEDB PASSWORD '${password}'`)
  if (!facts.database) await client.query(`CREATE DATABASE ${service} OWNER ${service}`)
}

const servicePassword = (superPassword: string): string =>
  createHmac("sha256", superPassword).update(service).digest("base64url")

const superPassword = (folder: ServerFolder): Effect.Effect<string, EmbeddedPostgresFailed> =>
  attempt("could not read the server's password", async () => {
    // An editor may have put a line end behind it.
    const password = (await textIfPresent(folder.password))?.trim()
    if (!password) throw new Error(`${folder.password}, ${madeWithData}, is missing`)
    return password
  })

const madeWithData = "the password that was made with the data"

/** The SQLSTATE invalid_password. */
const wrongPassword = "28P01"
