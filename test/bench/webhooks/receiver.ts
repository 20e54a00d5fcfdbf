import { createServer } from "node:http"

// Takes notices in a process of its own and tells its parent of each: when it came, and when its event happened.

/** One notice as it came in. */
export interface Arrival {
  readonly path: string
  /** Milliseconds from the event to the first byte that its receiver saw. */
  readonly millis: number
}

/** What the parent is told: where to send notices at first, then what came. */
export type Told = { readonly port: number } | { readonly arrivals: ReadonlyArray<Arrival> }

const tell = (told: Told): void => void process.send?.(told)

let arrivals: Array<Arrival> = []
setInterval(() => {
  if (arrivals.length > 0) tell({ arrivals })
  arrivals = []
}, 50).unref()

const createdAt = /"creado":"([^"]+)"/

const server = createServer((request, response) => {
  const came = Date.now()
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk)).on("end", () => {
    const [, created = ""] = createdAt.exec(Buffer.concat(chunks).toString()) ?? []
    arrivals.push({ path: request.url ?? "", millis: came - Date.parse(created) })
    response.writeHead(204).end()
  })
})
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  if (address !== null && typeof address === "object") tell({ port: address.port })
})
