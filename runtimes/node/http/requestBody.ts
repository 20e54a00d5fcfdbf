import type { IncomingMessage } from "node:http"
import { type ApiRequest, bodyBytesMax } from "../../../adapters/http/ApiRequest.ts"

/** Whether the request says itself that its body is beyond the limit. */
export const declaresTooMuch = ({ headers }: IncomingMessage): boolean =>
  Number(headers["content-length"] ?? 0) > bodyBytesMax

/** Of so many bytes any number of bodies is read at a time; an invoice of a hundred lines has fewer. */
const smallBytes = 65_536

/** Of more bytes, so many bodies; those that come later wait at that size, until they are late. */
const largeAtOnce = 64

/** Room for a body that comes in pieces, at first. */
const firstRoom = 4_096

/**
 * Bytes that come in pieces, which are copied together at once: kept as they come, a body in pieces of one byte would
 * take hundreds of times its size.
 */
const makeBytes = () => {
  let bytes: Uint8Array = new Uint8Array()
  let size = 0
  return {
    size: () => size,
    add: (piece: Uint8Array): void => {
      const needed = size + piece.length
      if (size === 0) bytes = piece
      else {
        if (needed > bytes.length) bytes = roomier(bytes.subarray(0, size), needed)
        bytes.set(piece, size)
      }
      size = needed
    },
    all: (): Uint8Array => bytes.subarray(0, size),
  }
}

const roomier = (bytes: Uint8Array, needed: number): Uint8Array => {
  const room = new Uint8Array(Math.max(needed, 2 * bytes.length, firstRoom))
  room.set(bytes)
  return room
}

/** Reads bodies up to the limit, and no more of them at a time than there is memory for. */
export const makeBodies = () => {
  let large = 0
  const waiting = new Set<() => void>()

  /** Goes on at once, or when another large body is done. Gives what is to be called when this one is, in whatever way. */
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
    const bytes = makeBytes()
    let leave: (() => void) | undefined
    const take = (chunk: Uint8Array): void => {
      bytes.add(chunk)
      if (bytes.size() > bodyBytesMax) return finish("too_large")
      if (bytes.size() <= smallBytes || leave !== undefined) return
      request.pause()
      leave = enter(() => request.resume())
      request.once("close", leave)
    }
    const finish = (body: ApiRequest["body"]): void => {
      request.off("data", take).off("end", end).pause()
      receive(body)
    }
    const end = (): void => finish(bytes.all())
    request.on("data", take).on("end", end)
  }
}
