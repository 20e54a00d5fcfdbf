import { type KeepAliveConnection, openConnection } from "./keepAliveConnection.ts"
import { closedLoop, type Sample } from "./measure.ts"

// The caller of the HTTP service: a process of its own, so that it shares nobody's event loop. Takes one job at
// a time from its parent and answers a sample, or what went wrong.

/** So many connections, each of which asks as soon as it is answered. */
export interface Job {
  /** `http://127.0.0.1:3000` */
  readonly address: string
  readonly accessKey: string
  readonly connections: number
  readonly millis: number
  readonly method: "GET" | "POST"
  /** The same for every request, or one for each. */
  readonly path: string | ReadonlyArray<string>
  readonly body: string
  readonly expectedStatus: number
}

/** What comes back from a job. */
export type Answer = Sample | { readonly failure: string }

const requestText = ({ accessKey, address, body, method }: Job, path: string): string => {
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${address.slice("http://".length)}`,
    `Authorization: Bearer ${accessKey}`,
  ]
  if (method === "POST") {
    head.push(`Idempotency-Key: ${crypto.randomUUID()}`, `Content-Length: ${Buffer.byteLength(body)}`)
  }
  if (body !== "") head.push("Content-Type: application/json")
  return `${head.join("\r\n")}\r\n\r\n${body}`
}

const perform = async (job: Job): Promise<Sample> => {
  const { hostname, port } = new URL(job.address)
  const open = () => openConnection(hostname, Number(port))
  const connections = await Promise.all(Array.from({ length: job.connections }, open))
  const idle: Array<KeepAliveConnection> = [...connections]
  const { path } = job
  let taken = 0
  const nextPath = () => (typeof path === "string" ? path : path[taken++])

  const ask = async (path: string): Promise<void> => {
    const connection = idle.pop()
    if (connection === undefined) throw new Error("more callers than connections")
    const status = await connection.ask(requestText(job, path))
    if (status !== job.expectedStatus) throw new Error(`${job.method} ${path} answered ${status}`)
    idle.push(connection)
  }
  try {
    return await closedLoop(() => {
      const path = nextPath()
      return path === undefined ? undefined : ask(path)
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
