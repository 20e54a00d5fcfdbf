import type { IncomingMessage } from "node:http"
import { type ApiRequest, bodyBytesMax, declaresTooMuch } from "../../../adapters/http/ApiRequest.ts"
import { gatheredBytes } from "../../../adapters/http/gatheredBytes.ts"

/** Any number of bodies of up to so many bytes is read at a time; an invoice of a hundred lines is smaller. */
const smallBytes = 65_536

/**
 * So many larger bodies are read at a time. Those that come later wait when they have reached that size, until their
 * time to arrive is up.
 */
const largeAtOnce = 64

/** Bytes a second in which a large body has to come while others wait. The largest takes 16 seconds then. */
const leastPace = 65_536

/** After how long the pace of a body is judged first, and how often from then on. */
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

  /** Cuts off slow bodies, as many as others wait: with next to no bytes their clients would hold all the places. */
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

  /**
   * Calls `go` at once, or when another large body is done. Gives what is to be called when this one is done, however it
   * ends.
   */
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
   * Reads a body up to the limit and hands it to `receive`; beyond the limit reading stops. When the client goes away
   * before the end, `receive` is never called.
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
