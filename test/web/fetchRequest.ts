import { Effect, Runtime } from "effect"
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
    return Effect.promise(async () => {
      const { body, headers, url } = requestOf(method, path, options)
      const bytes = body === "too_large" ? new Uint8Array(2 * 1_048_576) : body
      const address = `${harnessOrigin}${prefix}${url}`
      // Dot segments and controls in headers never reach a server from a client of Fetch.
      const isSendable = (value = "") => /^[!-~]([ -~\x80-\xff]*[!-~])?$|^$/.test(value)
      if (new URL(address).href !== address || !Object.values(headers).every(isSendable)) {
        return answerOf(await Runtime.runPromise(runtime)(http.handle(requestOf(method, path, options))))
      }
      const request = new Request(address, {
        method,
        headers: Object.entries(headers).map(([name, value]) => [name, value ?? ""]),
        ...(bytes.length === 0 || method === "GET" || method === "HEAD" ? {} : { body: bytes }),
      })
      return unmounted(await answerFrom(await handler(request)))
    })
  })

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
