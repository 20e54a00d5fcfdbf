import type { IncomingMessage } from "node:http"
import { type ApiRequest, bodyBytesMax, declaresTooMuch } from "../../../adapters/http/ApiRequest.ts"
import { gatheredBytes } from "../../../adapters/http/gatheredBytes.ts"

/** Of so many bytes any number of bodies is read at a time; an invoice of a hundred lines has fewer. */
const smallBytes = 65_536

/** Of more bytes, so many bodies; those that come later wait at that size, until they are late. */
const largeAtOnce = 64

/** Bytes a second that a large body has to come with while others wait: the longest takes a quarter of a minute. */
const leastPace = 65_536

/** How long one may take before its pace is looked at, and how often that is. */
const lookMillis = 1_000

/** A large body that is read. */
interface Large {
  readonly size: () => number
  readonly giveUp: () => void
  /** When its reading went on, milliseconds by the clock of `performance`, and how much of it was there. */
  since: number
  begun: number
}

/** Reads bodies up to the limit, and no more of them at a time than there is memory for. */
export const makeBodyReader = () => {
  const large = new Set<Large>()
  const waiting = new Set<() => void>()
  let looking: NodeJS.Timeout | undefined

  /** As many of the slow ones go as others wait: they would hold the places of all with next to no bytes. */
  const look = (): void => {
    const now = performance.now()
    let wanted = waiting.size
    for (const one of large) {
      const millis = now - one.since
      if (wanted === 0 || millis < lookMillis || (one.size() - one.begun) * 1_000 >= leastPace * millis) continue
      wanted--
      one.giveUp()
    }
    watch()
  }

  const watch = (): void => {
    clearTimeout(looking)
    looking = waiting.size === 0 ? undefined : setTimeout(look, lookMillis).unref()
  }

  /** Goes on at once, or when another large body is done. Gives what is to be called when this one is, in whatever way. */
  const enter = (go: () => void, { giveUp, size }: Pick<Large, "giveUp" | "size">): () => void => {
    const one: Large = { giveUp, size, since: 0, begun: 0 }
    const begin = (): void => {
      waiting.delete(begin)
      one.since = performance.now()
      one.begun = size()
      large.add(one)
      go()
    }
    if (large.size < largeAtOnce) begin()
    else {
      waiting.add(begin)
      if (looking === undefined) watch()
    }
    return () => {
      waiting.delete(begin)
      if (!large.delete(one)) return
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
    if (declaresTooMuch(length)) return receive("too_large")
    const bytes = gatheredBytes()
    let leave: (() => void) | undefined
    const take = (chunk: Uint8Array): void => {
      bytes.add(chunk)
      if (bytes.size() > bodyBytesMax) return finish("too_large")
      if (bytes.size() <= smallBytes || leave !== undefined) return
      request.pause()
      leave = enter(() => request.resume(), { size: bytes.size, giveUp: () => request.destroy() })
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
