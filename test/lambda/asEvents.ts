import { apiRequest } from "../../runtimes/lambda/apiGateway/apiRequest.ts"
import { httpEvent } from "../../runtimes/lambda/apiGateway/httpEvent.ts"
import { httpResult } from "../../runtimes/lambda/apiGateway/httpResult.ts"
import type * as exchange from "../../runtimes/memory/exchange.ts"
import { type Deployment, received } from "./deployments.ts"

type Exchange = typeof exchange

/**
 * Replaces the harness's exchange module: each request becomes an event of the deployment and then a request again, and
 * each answer a result, both passed as JSON. The suites notice nothing, as the origin stays the same. `passed` is called
 * for each event.
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
