import type { IncomingMessage } from "node:http"
import { type ApiRequest, bodyBytesMax } from "../../../adapters/http/ApiRequest.ts"

/** Whether the request says itself that its body is beyond the limit. */
export const declaresTooMuch = ({ headers }: IncomingMessage): boolean =>
  Number(headers["content-length"] ?? 0) > bodyBytesMax

/** Of so many bytes any number of bodies is read at a time; an invoice of a hundred lines has fewer. */
const smallBytes = 65_536

/** Of more bytes, so many bodies; those that come later wait at that size, until they are late. */
const largeAtOnce = 64

/** Reads bodies up to the limit, and no more of them at a time than there is memory for. */
export const makeBodies = () => {
  let large = 0
  const waiting = new Set<() => void>()

  /** Goes on at once, or when another large body is done. Gives what is to be called when this one is, whatever became of it. */
  const enter = (go: () => void): () => void => {
    let entered = false
    const begin = (): void => {
      waiting.delete(begin)
      entered = true
      large++
      go()
    }
    if (large < largeAtOnce) begin()
    else waiting.add(begin)
    return () => {
      waiting.delete(begin)
      if (!entered) return
      entered = false
      large--
      const [next] = waiting
      next?.()
    }
  }

  /**
   * Reads the body up to the limit and hands it on; beyond it reading stops. Of a client that goes away before
   * the end nothing is heard again.
   */
  return (request: IncomingMessage, receive: (body: ApiRequest["body"]) => void): void => {
    const { "content-length": length, "transfer-encoding": encoding } = request.headers
    if (length === undefined && encoding === undefined) return receive(new Uint8Array())
    if (declaresTooMuch(request)) return receive("too_large")
    const chunks: Array<Uint8Array> = []
    let size = 0
    let leave: (() => void) | undefined
    const take = (chunk: Uint8Array): void => {
      size += chunk.length
      chunks.push(chunk)
      if (size > bodyBytesMax) return finish("too_large")
      if (size <= smallBytes || leave !== undefined) return
      request.pause()
      leave = enter(() => request.resume())
      request.once("close", leave)
    }
    const finish = (body: ApiRequest["body"]): void => {
      request.off("data", take).off("end", end).pause()
      receive(body)
    }
    const end = (): void => finish(Buffer.concat(chunks))
    request.on("data", take).on("end", end)
  }
}
