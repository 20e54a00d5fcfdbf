import { Effect } from "effect"
import { type HarnessSettings, makeHarness } from "../../runtimes/memory/harness.ts"
import { type HttpServerSettings, serveHttp } from "../../runtimes/node/http/httpServer.ts"
import { httpRequest } from "./httpRequest.ts"

/** The harness with one company, behind a real server on loopback; `request` goes over HTTP. */
export const servedHarness = (settings: HarnessSettings = {}, server: Partial<HttpServerSettings> = {}) =>
  Effect.gen(function*() {
    const harness = yield* makeHarness(settings)
    const company = yield* harness.openCompany()
    const { port, url } = yield* Effect.orDie(serveHttp(harness, { host: "127.0.0.1", port: 0, ...server }))
    return { ...company, harness, port, url, request: httpRequest(url) }
  })
