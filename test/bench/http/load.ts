import { closedLoop, type Sample } from "../measuring/measure.ts"
import { type KeepAliveConnection, openConnection } from "./keepAliveConnection.ts"

// The caller of the HTTP service: a process of its own, so that it shares nobody's event loop. Takes one job at
// a time from its parent and answers a sample, or what went wrong.

/** What a request asks for, and on whose behalf. */
export interface Target {
  readonly accessKey: string
  readonly path: string
  /** Of a POST; empty without one. */
  readonly body: string
}

/** So many connections, each of which asks as soon as it is answered. */
export interface Job {
  /** `http://127.0.0.1:3000` */
  readonly address: string
  readonly connections: number
  readonly millis: number
  readonly method: "GET" | "POST"
  readonly targets: ReadonlyArray<Target>
  /** Whether the targets are asked for over and over, or each of them once. */
  readonly repeats: boolean
  readonly expectedStatus: number
}

/** What comes back from a job. */
export type Answer = Sample | { readonly failure: string }

/** The requests of a job: a function that writes the next one; undefined when there is nothing left to ask for. */
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
