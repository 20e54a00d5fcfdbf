import type { IncomingMessage } from "node:http"
import { type ApiRequest, bodyBytesMax } from "../../../adapters/http/ApiRequest.ts"

/** Whether the request says itself that its body is beyond the limit. */
export const declaresTooMuch = ({ headers }: IncomingMessage): boolean =>
  Number(headers["content-length"] ?? 0) > bodyBytesMax

/**
 * Reads the body up to the limit and hands it on; beyond it reading stops. Of a client that goes away before
 * the end nothing is heard again.
 */
export const readBody = (request: IncomingMessage, receive: (body: ApiRequest["body"]) => void): void => {
  const { "content-length": length, "transfer-encoding": encoding } = request.headers
  if (length === undefined && encoding === undefined) return receive(new Uint8Array())
  if (declaresTooMuch(request)) return receive("too_large")
  const chunks: Array<Uint8Array> = []
  let size = 0
  const take = (chunk: Uint8Array): void => {
    size += chunk.length
    chunks.push(chunk)
    if (size > bodyBytesMax) finish("too_large")
  }
  const finish = (body: ApiRequest["body"]): void => {
    request.off("data", take).off("end", end).pause()
    receive(body)
  }
  const end = (): void => finish(Buffer.concat(chunks))
  request.on("data", take).on("end", end)
}
