import { type ApiRequest, type ApiResponse, bodyBytesMax } from "../../adapters/http/ApiRequest.ts"
import { basePath } from "../../adapters/http/contract/api.ts"

/** What a request says besides its method and path. */
export interface RequestOptions {
  /** Sent as `Authorization: Bearer …`. */
  readonly key?: string
  /** Text and bytes go as they are, anything else as JSON; as application/json unless `headers` differ. */
  readonly body?: unknown
  /** Names in lower case; they go before what the other options set. */
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer, read. */
export interface Answer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
  readonly text: string
  /** The body as JSON; undefined for another kind of body, or none. */
  readonly json: unknown
}

/** Where the harness pretends to be. */
export const harnessOrigin = "http://talonario.test"

/** The request as the interface takes it. `path` follows /api/v1, or is a whole address. */
export const requestOf = (method: string, path: string, options: RequestOptions = {}): ApiRequest => {
  const body = bytesOf(options.body)
  const headers = {
    ...(options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }),
    ...(options.body === undefined ? {} : { "content-type": "application/json" }),
    ...options.headers,
  }
  return {
    method,
    url: /^https?:/.test(path) ? path.replace(/^https?:\/\/[^/]*/, "") : `${basePath}${path}`,
    headers,
    body: body.length > bodyBytesMax ? "too_large" : body,
    clientAddress: "192.0.2.1",
    origin: harnessOrigin,
  }
}

/** The answer as a client reads it. */
export const answerOf = ({ body, headers, status }: ApiResponse): Answer => {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body ?? new Uint8Array()
  const read = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const isJson = bytes.length > 0 && (read["content-type"] ?? "").startsWith("application/json")
  const text = new TextDecoder().decode(bytes)
  return { status, headers: read, bytes, text, json: isJson ? JSON.parse(text) : undefined }
}

const bytesOf = (body: unknown): Uint8Array => {
  if (body === undefined) return new Uint8Array()
  if (body instanceof Uint8Array) return body
  return new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body))
}
