import type { IncomingMessage, ServerResponse } from "node:http"
import { type ApiResponse, refusedBytesMax } from "../../../adapters/http/ApiRequest.ts"
import { peerAddress } from "./apiRequest.ts"
import { noteUnread } from "./unreadAnswers.ts"

/** Sends the whole response to a client with this address. `last`: the connection ends after it. */
export const sendResponse = (response: ServerResponse, answer: ApiResponse, client: string, last: boolean): void => {
  if (response.destroyed) return
  const bytes = writeHead(response, answer, last)
  response.end(answer.body ?? undefined)
  noteUnread(response, answer.body, bytes, client)
}

/** How long a client may go on sending a body that is not read. */
const lingerMillis = 2_000

/**
 * Answers a request whose body was not read to its end. The connection is not cut at once: a client that is
 * still sending would lose the answer. What it sends is thrown away for a while.
 */
export const sendEarly = (request: IncomingMessage, response: ServerResponse, answer: ApiResponse): void => {
  // A client that sent `Expect` waits to be asked for its body, and has sent nothing of it.
  if (request.headers.expect !== undefined) return sendResponse(response, answer, peerAddress(request.socket), true)
  if (response.destroyed) return
  writeHead(response, answer, true)
  // With its length known the answer is whole for the client already, although it is not ended.
  if (answer.body !== null) response.write(answer.body)
  let left = refusedBytesMax
  const end = (): void => {
    clearTimeout(timer)
    response.end()
  }
  const timer = setTimeout(end, lingerMillis)
  request.on("data", (chunk: Uint8Array) => {
    left -= chunk.length
    if (left < 0) end()
  })
  request.once("end", end).once("close", end).resume()
}

/** Writes status and headers; gives how many bytes of body follow. */
const writeHead = (response: ServerResponse, { body, headers, status }: ApiResponse, last: boolean): number => {
  const bytes = body === null ? 0 : Buffer.byteLength(body)
  const lines: Array<string> = []
  for (const [name, value] of Object.entries(headers)) lines.push(name, value)
  if (body !== null) lines.push("Content-Length", String(bytes))
  if (last) lines.push("Connection", "close")
  response.writeHead(status, lines)
  return bytes
}
