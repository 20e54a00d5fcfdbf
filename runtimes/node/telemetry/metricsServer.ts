import { Effect, Runtime, type Scope } from "effect"
import { createServer, type RequestListener, type ServerResponse } from "node:http"
import { prometheusContentType } from "../../../adapters/metrics/prometheusText.ts"
import { type CannotListen, listen, type ListenAddress, type Listening } from "../http/listening.ts"

/** More than any number of scrapers need. */
const connectionsMax = 64

/** A connection on which nothing moves. */
const stalledMillis = 30_000

/** Serves the text at GET /metrics, and nothing else, until the scope closes. */
export const serveMetrics = (
  address: ListenAddress,
  text: Effect.Effect<string>,
): Effect.Effect<Listening, CannotListen, Scope.Scope> =>
  Effect.gen(function*() {
    const runtime = yield* Effect.runtime<never>()
    const told = Effect.tapErrorCause(text, (cause) => Effect.logError("the metrics could not be told", cause))
    const server = createServer(answerWith(() => Runtime.runPromise(runtime)(told)))
    server.requestTimeout = 10_000
    server.timeout = stalledMillis
    server.maxConnections = connectionsMax
    const settings = `TALONARIO_METRICS_HOST ${address.host}, TALONARIO_METRICS_PORT ${address.port}`
    return yield* Effect.acquireRelease(
      // A connection that cannot be taken is the next scrape's matter.
      listen(server, address, settings, () => {}),
      () =>
        Effect.async<void>((resume) => {
          server.close(() => resume(Effect.void))
          server.closeAllConnections()
        }),
    )
  })

const answerWith = (scrape: () => Promise<string>): RequestListener => (request, response) => {
  // Nobody's error: who asked has gone.
  response.on("error", () => {})
  if (request.url?.split("?")[0] !== "/metrics") return refuse(response, 404)
  if (request.method !== "GET" && request.method !== "HEAD") return refuse(response, 405)
  scrape().then(
    (body) => response.writeHead(200, { "Content-Type": prometheusContentType, "Cache-Control": "no-store" }).end(body),
    () => refuse(response, 500),
  )
}

const refuse = (response: ServerResponse, status: number): void => {
  response.writeHead(status, status === 405 ? { Allow: "GET, HEAD" } : {}).end()
}
