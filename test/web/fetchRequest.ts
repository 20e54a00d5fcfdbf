import { Effect } from "effect"
import type { ApiRequest } from "../../adapters/http/ApiRequest.ts"
import type { HttpInterface } from "../../adapters/http/httpInterface.ts"
import { type Answer, answerOf, harnessOrigin, requestOf } from "../../runtimes/memory/exchange.ts"
import type { Harness } from "../../runtimes/memory/harness.ts"
import { fetchHandler } from "../../runtimes/web/fetchHandler.ts"

/** Where the interface is mounted. */
const prefix = "/facturacion"

/**
 * Sends requests as the harness does, but through `fetchHandler`, mounted at /facturacion. Addresses in answers must
 * contain the mount point; it is then removed, as the tests know nothing of it.
 */
export const fetchRequest = (http: HttpInterface): Harness["request"] => (method, path, options) =>
  Effect.flatMap(Effect.runtime(), (runtime) => {
    const handler = fetchHandler(http, { prefix, clientAddress: () => "192.0.2.1" }, runtime)
    const asked = requestOf(method, path, options)
    const request = webRequest(asked)
    if (request === undefined) return Effect.map(http.handle(asked), answerOf)
    return Effect.promise(async () => unmounted(await answerFrom(await handler(request))))
  })

/** Undefined for what Fetch cannot send: dot segments, control characters in headers, invalid methods. */
const webRequest = ({ body, headers, method, url }: ApiRequest): Request | undefined => {
  const address = `${harnessOrigin}${prefix}${url}`
  const bytes = body === "too_large" ? new Uint8Array(2 * 1_048_576) : body
  const hasBody = bytes.length > 0 && method !== "GET" && method !== "HEAD"
  if (new URL(address).href !== address) return undefined
  try {
    const request = new Request(address, {
      method,
      headers: Object.entries(headers).map(([name, value]) => [name, value ?? ""]),
      ...(hasBody ? { body: bytes } : {}),
    })
    // Fetch turns "get" into GET.
    return request.method === method ? request : undefined
  } catch {
    return undefined
  }
}

const answerFrom = async (response: Response): Promise<Answer> =>
  answerOf({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: new Uint8Array(await response.arrayBuffer()),
  })

const unmounted = (answer: Answer): Answer => {
  const { bytes, headers, status, text } = answer
  const location = headers["location"] ?? ""
  if (/talonario\.test\/api/.test(text + location)) throw new Error("an address without the mount point")
  return answerOf({
    status,
    headers: { ...headers, ...(location === "" ? {} : { location: withoutPrefix(location) }) },
    body: answer.json === undefined ? bytes : withoutPrefix(text),
  })
}

/** Removes it from whole addresses, and from the path of `servers` in openapi.json. */
const withoutPrefix = (text: string): string =>
  text.replaceAll(`${harnessOrigin}${prefix}/`, `${harnessOrigin}/`).replaceAll(`"url":"${prefix}/`, "\"url\":\"/")
