import { Effect } from "effect"
import type { HttpHandler } from "../../runtimes/lambda/makeHttpHandler.ts"
import { answerOf, harnessOrigin, type RequestOptions, requestOf } from "../../runtimes/memory/exchange.ts"
import type { Harness } from "../../runtimes/memory/harness.ts"
import { type Deployment, received, type Sent } from "./deployments.ts"

/** Sends requests as events of a deployment, passing only JSON in and out, as Lambda does. */
export const lambdaRequest =
  (handler: HttpHandler["handler"], deployment: Deployment): Harness["request"] => (method, path, options) =>
    Effect.promise(async () => {
      const event: unknown = JSON.parse(JSON.stringify(deployment.event(sentOf(method, path, options, deployment))))
      return answerOf(received(await handler(event)))
    })

/** The request as a client sends it. Throws if `path` is an address outside the deployment. */
export const sentOf = (
  method: string,
  path: string,
  options: RequestOptions | undefined,
  { origin }: Deployment,
): Sent => {
  const isWhole = /^https?:/.test(path)
  if (isWhole && !path.startsWith(`${origin}/`)) throw new Error(`${path} is nowhere under ${origin}`)
  const target = isWhole ? `${harnessOrigin}${path.slice(origin.length)}` : path
  const { body, headers, url } = requestOf(method, target, options)
  if (body === "too_large") throw new Error("send what is too large by other means")
  const cut = url.indexOf("?")
  return {
    method,
    path: cut === -1 ? url : url.slice(0, cut),
    search: cut === -1 ? "" : url.slice(cut + 1),
    headers: Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
    body,
  }
}
