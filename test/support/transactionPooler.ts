import { Effect, Redacted, type Scope } from "effect"
import { once } from "node:events"
import { createServer, Socket } from "node:net"
import pg from "pg"
import { portOf } from "./portOf.ts"

/**
 * A pooler that lends server connections for one transaction at a time, like PgBouncer in transaction mode and like RDS Proxy
 * when nothing pins the session. It is stricter than either: each transaction, and each statement outside of one, gets another
 * server connection than the one before, so that whatever a session should remember is lost. A start-up parameter that it does
 * not know is an error (PgBouncer, `ignore_startup_parameters`).
 */
export interface TransactionPooler {
  /** The database behind it. */
  readonly url: Redacted.Redacted<string>
  /** How many transactions came through so far. */
  readonly transactions: () => number
}

/** Start-up parameters that PgBouncer keeps track of for its clients. */
const known = new Set([
  "user", "database", "client_encoding", "datestyle", "timezone", "standard_conforming_strings", "application_name",
])

/** A server connection that is ready for queries; `hear` belongs to whoever has borrowed it. */
interface Lent {
  readonly socket: Socket
  hear: (type: string, message: Buffer) => void
}

/** Opens a pooler in front of a database, with that many server connections; it closes with the scope. */
export const transactionPooler = (
  database: Redacted.Redacted<string>,
  connections: number,
): Effect.Effect<TransactionPooler, never, Scope.Scope> =>
  Effect.gen(function*() {
    const free: Array<Lent> = []
    const waiting: Array<(lent: Lent) => void> = []
    const give = (lent: Lent): void => {
      const next = waiting.shift()
      if (next === undefined) free.push(lent)
      else next(lent)
    }
    let transactions = 0
    const take = (use: (lent: Lent) => void): void => {
      transactions++
      const lent = free.shift()
      if (lent === undefined) waiting.push(use)
      else use(lent)
    }
    const open = Effect.promise(() => openServerConnection(Redacted.value(database)))
    for (let i = 0; i < connections; i++) {
      give(yield* Effect.acquireRelease(open, ({ socket }) => Effect.sync(() => socket.destroy())))
    }
    const clients = new Set<Socket>()
    // Otherwise each answer that consists of several small messages waits 40 ms for an acknowledgement.
    const server = createServer({ noDelay: true }, (client) => {
      clients.add(client.on("close", () => clients.delete(client)))
      serve(client, take, give)
    })
    const port = yield* Effect.acquireRelease(
      Effect.promise(async () => {
        await once(server.listen(0, "127.0.0.1"), "listening")
        return portOf(server)
      }),
      () =>
        Effect.sync(() => {
          clients.forEach((client) => client.destroy())
          server.close()
        }),
    )
    const url = new URL(Redacted.value(database))
    url.host = `127.0.0.1:${port}`
    return { url: Redacted.make(url.href), transactions: () => transactions }
  })

/** The driver opens the connection and logs in; from then on we use its socket ourselves. */
const openServerConnection = async (url: string): Promise<Lent> => {
  const socket = new Socket()
  const client = new pg.Client({ connectionString: url, stream: () => socket })
  client.on("error", () => {})
  await client.connect()
  const lent: Lent = { socket, hear: () => {} }
  socket.removeAllListeners("data")
  socket.on("data", messagesOf((type, message) => lent.hear(type, message)))
  return lent
}

/** Cuts a stream into messages: a letter, a length that includes itself, and the rest (PostgreSQL, "Message Formats"). */
const messagesOf = (hear: (type: string, message: Buffer) => void): ((chunk: Buffer) => void) => {
  let held = Buffer.alloc(0)
  return (chunk) => {
    held = Buffer.concat([held, chunk])
    for (;;) {
      const end = held.length < 5 ? Infinity : 1 + held.readInt32BE(1)
      if (held.length < end) return
      const message = held.subarray(0, end)
      held = held.subarray(end)
      hear(String.fromCharCode(message[0] ?? 0), message)
    }
  }
}

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5, type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const readyForQuery = message("Z", Buffer.from("I"))

const welcome = Buffer.concat([
  message("R", Buffer.alloc(4)),
  message("S", Buffer.from("client_encoding\0UTF8\0")),
  message("K", Buffer.alloc(8)),
  readyForQuery,
])

const refusal = (text: string): Buffer => message("E", Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${text}\0\0`))

/** A parameter of the start-up message that the pooler does not know; that message has no letter. */
const unknownParameter = (startup: Buffer): string | undefined => {
  const words = startup.subarray(8).toString().split("\0")
  return words.find((word, i) => i % 2 === 0 && word !== "" && !known.has(word.toLowerCase()))
}

/** Passes a client's requests on one at a time, so that the end of a transaction is seen before the next one begins. */
const serve = (client: Socket, take: (use: (lent: Lent) => void) => void, give: (lent: Lent) => void): void => {
  const asked: Array<Buffer> = []
  let gathering: Array<Buffer> = []
  let lent: Lent | undefined
  let isAsking = false
  let isGone = false

  const ask = (): void => {
    const next = isAsking ? undefined : asked[0]
    if (next === undefined) return
    isAsking = true
    if (lent !== undefined) return void lent.socket.write(next)
    take((one) => {
      if (isGone) return give(one)
      lent = one
      one.hear = heard
      one.socket.write(next)
    })
  }

  const heard = (type: string, answer: Buffer): void => {
    if (!isGone) client.write(answer)
    if (type !== "Z") return
    asked.shift()
    isAsking = false
    const isIdle = answer[5] === "I".charCodeAt(0)
    if (isIdle && lent !== undefined) {
      const used = lent
      lent = undefined
      give(used)
    }
    if (isGone) leave()
    else ask()
  }

  /** Rolls back what the client leaves unfinished. */
  const leave = (): void => {
    isGone = true
    if (lent === undefined || (isAsking && asked.length > 0)) return
    asked.splice(0, asked.length, message("Q", Buffer.from("ROLLBACK\0")))
    ask()
  }

  const hearClient = messagesOf((type, part) => {
    if (type === "X") return void client.end()
    gathering.push(part)
    if (type !== "Q" && type !== "S") return
    asked.push(Buffer.concat(gathering))
    gathering = []
    ask()
  })

  client.on("error", () => client.destroy()).on("close", leave)
  client.once("data", (startup) => {
    const unknown = unknownParameter(startup)
    if (unknown !== undefined) return void client.end(refusal(`unsupported startup parameter: ${unknown}`))
    client.write(welcome)
    client.on("data", hearClient)
  })
}
