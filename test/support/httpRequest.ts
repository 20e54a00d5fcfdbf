import { Effect } from "effect"
import { type Answer, answerOf, type RequestOptions, requestOf } from "../../runtimes/memory/exchange.ts"

/** Sends requests over real HTTP, as the harness does without it. `url` is where the server listens. */
export const httpRequest = (url: string) => (method: string, path: string, options?: RequestOptions): Effect.Effect<Answer> =>
  Effect.promise(async () => {
    const { body, headers, url: target } = requestOf(method, path, options)
    if (body === "too_large") throw new Error("send what is too large by other means")
    const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value ?? ""]))
    const response = await fetch(`${url}${target}`, {
      method,
      headers: sent,
      body: body.length === 0 ? null : body,
    })
    return answerOf({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: new Uint8Array(await response.arrayBuffer()),
    })
  })
