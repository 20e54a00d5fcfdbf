import { Effect, type Scope } from "effect"
import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"
import { portOf } from "../../support/portOf.ts"
import { asked, type Asked, StatementReader } from "./statements.ts"

/** What happens to statements that are sent together, on their way to the database. */
export type Fate =
  | { readonly _tag: "Pass" }
  /** The server raises this SQLSTATE instead of carrying them out. */
  | { readonly _tag: "Raise"; readonly sqlstate: string }
  /** They never arrive, and both ends are cut off. */
  | { readonly _tag: "CutBefore" }
  /** For COMMIT: it is carried out, but the client is cut off instead of getting the answer. */
  | { readonly _tag: "CutAfter" }
  /** The client is cut off at once; the statements arrive that much later, when nobody waits for them any more. */
  | { readonly _tag: "CutThenPass"; readonly millis: number }

const pass: Fate = { _tag: "Pass" }

/** A connection to the database that can be made to suffer everything that happens to networks. */
export interface Wire {
  readonly port: number
  /** Decides about statements that are sent together; undefined lets all pass. */
  decide: ((texts: ReadonlyArray<string>) => Fate) | undefined
  /** How often `decide` did not let statements pass. */
  readonly met: () => number
  /** How long data takes to arrive, in either direction. */
  delayMillis: () => number
  /** While frozen, nothing arrives and nothing ends: data stays on its way. */
  readonly freeze: (frozen: boolean) => void
  /** From now on nothing arrives on the existing connections; new ones work. */
  readonly forget: () => void
  /** Ends the forgotten connections, as the database would after hours. */
  readonly bury: () => void
  /** Whether new connections are refused. */
  refuses: boolean
  /** Ends all connections, gracefully or by a reset. */
  readonly cutAll: (how: "end" | "reset") => void
  /** Ends one direction of all connections, as a firewall or a dying host may. */
  readonly halfClose: (towards: "server" | "client") => void
  /** The number of open connections. */
  readonly open: () => number
}

interface Pair {
  readonly client: Socket
  readonly server: Socket
  /** Whether a statement still has to arrive although its client is gone. */
  isLate: boolean
  isForgotten: boolean
}

/** Listens on loopback, and forwards to the database at `port` until the scope closes. */
export const makeWire = (port: number): Effect.Effect<Wire, never, Scope.Scope> =>
  Effect.gen(function*() {
    const pairs = new Set<Pair>()
    let met = 0
    let thaw: (() => void) | undefined
    let thawed: Promise<void> = Promise.resolve()

    const arrives = (pair: Pair) => async (): Promise<void> => {
      const millis = wire.delayMillis()
      if (millis > 0) await new Promise((resolve) => setTimeout(resolve, millis))
      await thawed
      if (pair.isForgotten) await new Promise(() => {})
    }

    const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
      if (wire.refuses) return void client.resetAndDestroy()
      const upstream = connect({ port, host: "127.0.0.1", noDelay: true, allowHalfOpen: true })
      const pair: Pair = { client, server: upstream, isLate: false, isForgotten: false }
      pairs.add(pair)
      for (const socket of [client, upstream]) {
        socket.on("close", () => {
          if (client.closed && upstream.closed) pairs.delete(pair)
        })
      }
      join(pair, arrives(pair), (texts) => {
        const fate = wire.decide?.(texts) ?? pass
        if (fate._tag !== "Pass") met++
        return fate
      })
    })

    const wire: Wire = {
      port: 0,
      decide: undefined,
      met: () => met,
      delayMillis: () => 0,
      freeze: (frozen) => {
        if (frozen && thaw === undefined) thawed = new Promise((resolve) => (thaw = resolve))
        if (!frozen) {
          thaw?.()
          thaw = undefined
        }
      },
      forget: () => {
        for (const pair of pairs) pair.isForgotten = true
      },
      bury: () => {
        for (const { client, isForgotten, server } of pairs) {
          if (!isForgotten) continue
          client.destroy()
          server.destroy()
        }
      },
      refuses: false,
      cutAll: (how) => {
        for (const { client, server } of pairs) {
          for (const socket of [client, server]) {
            if (how === "reset") socket.resetAndDestroy()
            else socket.destroy()
          }
        }
      },
      halfClose: (towards) => {
        for (const pair of pairs) pair[towards].end()
      },
      open: () => pairs.size,
    }
    yield* Effect.acquireRelease(
      Effect.promise(async () => {
        server.listen(0, "127.0.0.1")
        await once(server, "listening")
      }),
      () =>
        Effect.async<void>((resume) => {
          wire.freeze(false)
          wire.cutAll("reset")
          server.close(() => resume(Effect.void))
        }),
    )
    return Object.assign(wire, { port: portOf(server) })
  })

/** Forwards what either end sends, and its end, in order. */
const join = (pair: Pair, arrives: () => Promise<void>, decide: (texts: ReadonlyArray<string>) => Fate): void => {
  const { client, server } = pair
  const statements = new StatementReader()
  let isDeaf = false

  const meet = async ({ bytes, texts }: Asked): Promise<void> => {
    const fate = decide(texts)
    if (fate._tag === "Pass") return void server.write(bytes)
    if (fate._tag === "Raise") return void server.write(raising(fate.sqlstate))
    isDeaf = true
    if (fate._tag === "CutAfter") {
      server.on("data", (chunk: Buffer) => {
        if (chunk.includes("COMMIT\0")) client.resetAndDestroy()
      })
      return void server.write(bytes)
    }
    pair.isLate = fate._tag === "CutThenPass"
    client.resetAndDestroy()
    if (fate._tag === "CutBefore") return void server.resetAndDestroy()
    await new Promise((resolve) => setTimeout(resolve, fate.millis))
    server.end(bytes)
  }

  const towardsServer = inOrder(arrives)
  client.on("error", () => {})
  client.on("data", (chunk: Buffer) =>
    towardsServer(async () => {
      for (const one of statements.read(chunk)) if (!isDeaf) await meet(one)
    }))
  client.on("end", () => towardsServer(async () => void server.end()))
  client.on("close", () => towardsServer(async () => void (pair.isLate || server.destroy())))

  const towardsClient = inOrder(arrives)
  server.on("error", () => {})
  server.on("data", (chunk: Buffer) => towardsClient(async () => void (isDeaf || client.write(chunk))))
  server.on("end", () => towardsClient(async () => void client.end()))
  server.on("close", () => towardsClient(async () => void client.destroySoon()))
}

/** Runs actions one after another, each once its data has arrived. */
const inOrder = (arrives: () => Promise<void>) => {
  let before = Promise.resolve()
  return (then: () => Promise<void>): void => {
    before = before.then(arrives).then(then)
  }
}

const raising = (sqlstate: string): Buffer =>
  asked(`DO $$ BEGIN RAISE EXCEPTION 'raised on the way' USING ERRCODE = '${sqlstate}'; END $$`)
