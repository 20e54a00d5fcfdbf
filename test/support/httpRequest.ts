import { Effect } from "effect"
import { answerOf, requestOf } from "../../runtimes/memory/exchange.ts"
import type { Harness } from "../../runtimes/memory/harness.ts"

/** The harness's `request`, over real HTTP. `url` is where the server listens. */
export const httpRequest = (url: string): Harness["request"] => (method, path, options) =>
  Effect.promise(async () => {
    const { body, headers, url: target } = requestOf(method, path, options)
    if (body === "too_large") throw new Error("a body that is too large has to be sent by other means")
    const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value ?? ""]))
    const response = await fetch(`${url}${target}`, {
      method,
      headers: sent,
      ...(body.length === 0 ? {} : { body }),
    })
    return answerOf({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: new Uint8Array(await response.arrayBuffer()),
    })
  })
