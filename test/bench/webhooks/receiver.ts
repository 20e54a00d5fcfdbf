import { createServer } from "node:http"
import { portOf } from "../../support/portOf.ts"

// Receives notices in a process of its own, and tells its parent how long each took since its event.

/** A notice that arrived. */
export interface Arrival {
  readonly path: string
  /** Milliseconds from the event until the request arrived. */
  readonly millis: number
}

/** A message to the parent: first the port to which notices go, then arrivals. */
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
server.listen(0, "127.0.0.1", () => tell({ port: portOf(server) }))
