import { closedLoop, type Sample } from "../measuring/measure.ts"
import { type KeepAliveConnection, openConnection } from "./keepAliveConnection.ts"

// The load generator, in a process of its own so that it shares no event loop. It takes one job at a time from its parent, and
// answers with a sample or with what went wrong.

/** A request, and the key that it carries. */
export interface Target {
  readonly accessKey: string
  readonly path: string
  /** The body of a POST; empty for none. */
  readonly body: string
}

/** Requests over a number of connections, each of which sends the next as soon as it is answered. */
export interface Job {
  /** `http://127.0.0.1:3000` */
  readonly address: string
  readonly connections: number
  readonly millis: number
  readonly method: "GET" | "POST"
  readonly targets: ReadonlyArray<Target>
  /** Whether the targets are requested over and over, or each of them once. */
  readonly repeats: boolean
  readonly expectedStatus: number
}

/** The outcome of a job. */
export type Answer = Sample | { readonly failure: string }

/** A function that writes the next request of a job; undefined when none is left. */
const requestsOf = ({ address, method, repeats, targets }: Job): () => string | undefined => {
  const written = targets.map(({ accessKey, body, path }) => {
    const head = [
      `${method} ${path} HTTP/1.1`,
      `Host: ${address.slice("http://".length)}`,
      `Authorization: Bearer ${accessKey}`,
      ...(body === "" ? [] : ["Content-Type: application/json"]),
      ...(method === "GET" ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    ]
    return { head: `${head.join("\r\n")}\r\n`, body }
  })
  let taken = 0
  return () => {
    const next = written[repeats ? taken++ % written.length : taken++]
    if (next === undefined) return undefined
    const key = method === "GET" ? "" : `Idempotency-Key: ${crypto.randomUUID()}\r\n`
    return `${next.head}${key}\r\n${next.body}`
  }
}

const perform = async (job: Job): Promise<Sample> => {
  const { hostname, port } = new URL(job.address)
  const open = () => openConnection(hostname, Number(port))
  const connections = await Promise.all(Array.from({ length: job.connections }, open))
  const idle: Array<KeepAliveConnection> = [...connections]
  const next = requestsOf(job)

  const ask = async (request: string): Promise<void> => {
    const connection = idle.pop()
    if (connection === undefined) throw new Error("more callers than connections")
    const status = await connection.ask(request)
    if (status !== job.expectedStatus) throw new Error(`${request.slice(0, request.indexOf("\r"))} answered ${status}`)
    idle.push(connection)
  }
  try {
    return await closedLoop(() => {
      const request = next()
      return request === undefined ? undefined : ask(request)
    }, job.connections, job.millis)
  } finally {
    for (const { close } of connections) close()
  }
}

process.on("message", (job: Job) => {
  void perform(job)
    .catch((error: unknown): Answer => ({ failure: error instanceof Error ? error.message : String(error) }))
    .then((answer: Answer) => process.send?.(answer))
})
process.on("disconnect", () => process.exit())
