import { Effect } from "effect"
import type { ApiRequest } from "../../adapters/http/ApiRequest.ts"
import type { HttpInterface } from "../../adapters/http/httpInterface.ts"
import { type Answer, answerOf, harnessOrigin, requestOf } from "../../runtimes/memory/exchange.ts"
import type { Harness } from "../../runtimes/memory/harness.ts"
import { fetchHandler } from "../../runtimes/web/fetchHandler.ts"

/** Where the interface is mounted. */
const prefix = "/facturacion"

/**
 * Sends requests through the web's face, mounted at /facturacion, as the harness sends them to the interface itself.
 * Every address in an answer has to carry the mount point; the test is given it without, as it expects it.
 */
export const fetchRequest = (http: HttpInterface): Harness["request"] => (method, path, options) =>
  Effect.flatMap(Effect.runtime(), (runtime) => {
    const handler = fetchHandler(http, { prefix, clientAddress: () => "192.0.2.1" }, runtime)
    const asked = requestOf(method, path, options)
    const request = webRequest(asked)
    if (request === undefined) return Effect.map(http.handle(asked), answerOf)
    return Effect.promise(async () => unmounted(await answerFrom(await handler(request))))
  })

/** Undefined for what no client of Fetch can send: dot segments, controls in headers, methods that are none. */
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
    // Of "get" it makes GET.
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

/** The origin's, and the path alone of a document's servers. */
const withoutPrefix = (text: string): string =>
  text.replaceAll(`${harnessOrigin}${prefix}/`, `${harnessOrigin}/`).replaceAll(`"url":"${prefix}/`, "\"url\":\"/")
