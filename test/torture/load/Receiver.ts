import { Effect, Option, Schema, type Scope } from "effect"
import { createHash, createHmac } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingMessage } from "node:http"
import { portOf } from "../../support/portOf.ts"

/** A delivery, and how often it came. */
interface Received {
  readonly event: string
  readonly digest: string
  times: number
}

/** A receiver of notices. Each webhook has its own path. */
export interface Receiver {
  readonly url: (path: string) => string
  /** From now on, checks the signatures at this path with the secret. */
  readonly trust: (path: string, secreto: string) => void
  /** How many deliveries came for each event, by its name and the id of what it is about. */
  readonly eventsOf: (path: string) => ReadonlyMap<string, number>
  /** How many deliveries came more than once. */
  readonly repeated: () => number
  readonly faults: ReadonlyArray<string>
}

const Notice = Schema.Struct({
  id: Schema.String,
  suceso: Schema.String,
  datos: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
})
const decodeNotice = Schema.decodeUnknownOption(Schema.parseJson(Notice))
const decodeId = Schema.decodeUnknownOption(Schema.Struct({ id: Schema.String }))

/** The name of an event and the id of what it is about, which comes first in its data. */
const eventIn = ({ datos, suceso }: typeof Notice.Type): string => {
  const [about] = Object.values(datos)
  return `${suceso} ${Option.match(decodeId(about), { onNone: () => "", onSome: ({ id }) => id })}`
}

/** Starts a receiver on loopback, over plain HTTP, which always answers 200. */
export const makeReceiver: Effect.Effect<Receiver, never, Scope.Scope> = Effect.gen(function*() {
  const received = new Map<string, Map<string, Received>>()
  const secrets = new Map<string, string>()
  const faults: Array<string> = []

  const take = (path: string, request: IncomingMessage, body: string): void => {
    const notice = Option.getOrUndefined(decodeNotice(body))
    const envio = String(request.headers["x-svc-envio"])
    if (notice === undefined || notice.id !== envio) return void faults.push(`a notice that is none: ${body.slice(0, 200)}`)
    const secreto = secrets.get(path)
    if (secreto !== undefined && !isSigned(String(request.headers["x-svc-firma"]), body, secreto)) {
      faults.push(`the notice ${envio} has another signature`)
    }
    const deliveries = received.get(path) ?? new Map<string, Received>()
    received.set(path, deliveries)
    const digest = createHash("sha256").update(body).digest("hex")
    const known = deliveries.get(envio)
    if (known === undefined) deliveries.set(envio, { event: eventIn(notice), digest, times: 1 })
    else if (known.digest === digest) known.times++
    else faults.push(`the notice ${envio} came again with other contents`)
  }

  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("error", () => {}).on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      take(request.url ?? "", request, Buffer.concat(chunks).toString())
      response.end()
    })
  })
  yield* Effect.acquireRelease(
    Effect.promise(async () => {
      server.listen(0, "127.0.0.1")
      await once(server, "listening")
    }),
    () =>
      Effect.async<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      }),
  )
  const port = portOf(server)
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    trust: (path, secreto) => void secrets.set(path, secreto),
    eventsOf: (path) => {
      const counts = new Map<string, number>()
      for (const { event } of received.get(path)?.values() ?? []) counts.set(event, (counts.get(event) ?? 0) + 1)
      return counts
    },
    repeated: () =>
      [...received.values()].flatMap((deliveries) => [...deliveries.values()]).filter(({ times }) => times > 1).length,
    faults,
  }
})

/** Checks a signature by the wording of the contract (section 6.3), not by the service's own code. */
const isSigned = (header: string, body: string, secreto: string): boolean => {
  const [, t = "", v1 = ""] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? []
  return createHmac("sha256", secreto).update(`${t}.${body}`).digest("hex") === v1
}
