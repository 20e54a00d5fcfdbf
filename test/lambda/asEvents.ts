import { apiRequest } from "../../runtimes/lambda/apiGateway/apiRequest.ts"
import { httpEvent } from "../../runtimes/lambda/apiGateway/httpEvent.ts"
import { httpResult } from "../../runtimes/lambda/apiGateway/httpResult.ts"
import type * as exchange from "../../runtimes/memory/exchange.ts"
import { type Deployment, received } from "./deployments.ts"

type Exchange = typeof exchange

/**
 * The exchange of the harness by way of a deployment: each request becomes an event and then a request again, each answer
 * a result, and nothing but JSON passes. For suites that know nothing of it, in place of the module that they use: where
 * they are stays what they know it to be. `passed` is called for each event.
 */
export const asEvents = (deployment: Deployment, original: Exchange, passed: () => void): Exchange => ({
  ...original,
  requestOf: (method, path, options) => {
    const request = original.requestOf(method, path, options)
    const { body, headers, url } = request
    if (body === "too_large") return request
    const [pathname = "", ...search] = url.split("?")
    const sent = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
    const document = deployment.event({ method, path: pathname, search: search.join("?"), headers: sent, body })
    const event = httpEvent(JSON.parse(JSON.stringify(document)))
    if (event === undefined) throw new Error("the event is not known")
    passed()
    return { ...apiRequest(event, []), origin: request.origin }
  },
  answerOf: (response) => {
    const result = httpResult(response, undefined)
    if (result === undefined) throw new Error("an answer beyond 6 MB")
    return original.answerOf(received(JSON.parse(JSON.stringify(result))))
  },
})
