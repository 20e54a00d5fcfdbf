import { type IncomingMessage, STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import type { ApiResponse } from "../../../adapters/http/ApiRequest.ts"

/** What is answered to bytes that Node could not make a request of. */
export interface Refusal {
  readonly status: number
  /** Spanish. */
  readonly motivo: string
}

const noHost: Refusal = { status: 400, motivo: "falta la cabecera Host" }
const severalHosts: Refusal = { status: 400, motivo: "la cabecera Host está repetida" }
const manyHeaders: Refusal = { status: 431, motivo: "hay demasiadas cabeceras" }
/** `Expect` with anything but 100-continue. */
export const unknownExpectation: Refusal = { status: 417, motivo: "la cabecera Expect pide algo desconocido" }

const malformed: Refusal = { status: 400, motivo: "no es una petición HTTP/1.1 bien formada" }

/** By the codes of Node's parser and of its timeouts. */
const refusals = new Map<unknown, Refusal>([
  ["HPE_HEADER_OVERFLOW", { status: 431, motivo: "las cabeceras son demasiado grandes" }],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", { status: 413, motivo: "el cuerpo lleva extensiones demasiado grandes" }],
  ["ERR_HTTP_REQUEST_TIMEOUT", { status: 408, motivo: "la petición tardó demasiado en llegar" }],
])

/**
 * Headers of a request at most. Node's own limit would leave out those beyond it without a word, such as what a proxy
 * has added at the end.
 */
const headersMax = 128

/** What to answer to headers that Node lets through: too many, or a Host too few or too many (RFC 9112, section 3.2). */
export const headRefusal = ({ headers, httpVersion, rawHeaders }: IncomingMessage): Refusal | undefined => {
  if (rawHeaders.length > 2 * headersMax) return manyHeaders
  if (headers.host === undefined) return httpVersion === "1.1" ? noHost : undefined
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === "host") hosts++
  return hosts > 1 ? severalHosts : undefined
}

/** What to answer; undefined when the client has gone. */
export const refusalOf = (error: Error): Refusal | undefined => {
  const code = "code" in error ? error.code : undefined
  return code === "ECONNRESET" || code === "EPIPE" ? undefined : refusals.get(code) ?? malformed
}

/** How long a client may take to read why its bytes were refused. */
const lingerMillis = 1_000

/** Writes the response to the bare connection, and ends it. */
export const writeRaw = (socket: Duplex, { body, headers, status }: ApiResponse): void => {
  const lines = Object.entries({
    ...headers,
    "Content-Length": String(Buffer.byteLength(body ?? "")),
    "Connection": "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n`)
  socket.end(body ?? "")
  setTimeout(() => socket.destroy(), lingerMillis).unref()
}
