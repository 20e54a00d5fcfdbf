import { Effect, type Scope } from "effect"
import { once } from "node:events"
import { createServer } from "node:net"
import { portOf } from "./portOf.ts"

/** Refusals by which a server or a pooler that is there takes no connection. */
export const refusals = {
  "53300": "sorry, too many clients already",
  "57P03": "the database system is starting up",
  "08P01": "no more connections allowed (max_client_conn)",
  XX000: "MaxClientsInSessionMode: max clients reached",
  "42501": "permission denied for database",
}

/** The address of a server that refuses every connection with this SQLSTATE, as PostgreSQL does before it asks for a password. */
export const refusingPostgres = (code: keyof typeof refusals): Effect.Effect<string, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const server = createServer((client) => {
        client.on("error", () => client.destroy())
        client.once("data", () => client.end(errorResponse(code)))
      })
      server.listen(0, "127.0.0.1")
      await once(server, "listening")
      return server
    }),
    (server) => Effect.sync(() => void server.close()),
  ).pipe(Effect.map((server) => `postgres://u:p@127.0.0.1:${portOf(server)}/d`))

/** PostgreSQL, "Message Formats", ErrorResponse. */
const errorResponse = (code: keyof typeof refusals): Buffer => {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${refusals[code]}\0\0`)
  const head = Buffer.from("E\0\0\0\0")
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
