import type { ServerResponse } from "node:http"
import type { ApiResponse } from "../../../adapters/http/ApiRequest.ts"
import { countedAddress } from "../../../adapters/http/clientAddress.ts"

/** Answers of fewer bytes are not counted: however many connections there are, theirs are not many. */
const smallBytes = 65_536

/** So many bytes of answers may wait for clients to read them, in the whole process. */
const unreadBytesMax = 128 * 1_048_576

/** An answer that waits. */
interface Unread {
  /** The address of its client. */
  readonly address: string
  readonly bytes: number
  /** To be called when it has been read, or is gone. */
  readonly forget: () => void
}

/** Answers that wait, the oldest first. */
const unread = new Map<ServerResponse, Unread>()
/** What they hold in memory, each with how many of them hold it. */
const held = new Map<object, number>()
let unreadBytes = 0

/**
 * Counts an answer that is on its way, of so many bytes, to a client with this address. Where all together are too many, clients
 * that have not read theirs for the longest are cut off: a page of the longest texts has megabytes, and one key may ask for
 * hundreds before any connection is late. Those of the address with the most bytes go first, so that nobody costs others their
 * answers. A body that several answers share counts once, as it is in memory once.
 */
export const noteUnread = (response: ServerResponse, body: ApiResponse["body"], bytes: number, client: string): void => {
  if (bytes <= smallBytes || response.writableFinished) return
  const holds = body instanceof Uint8Array ? body : response
  const others = held.get(holds) ?? 0
  held.set(holds, others + 1)
  if (others === 0) unreadBytes += bytes
  const forget = (): void => {
    if (!unread.delete(response)) return
    const left = (held.get(holds) ?? 1) - 1
    if (left > 0) return void held.set(holds, left)
    held.delete(holds)
    unreadBytes -= bytes
  }
  unread.set(response, { address: countedAddress(client), bytes, forget })
  response.once("finish", forget).once("close", forget)
  cutToFit()
}

/** Cuts off clients until the rest is not too much: each time the one that waits longest, of the address with the most bytes. */
const cutToFit = (): void => {
  if (unreadBytes <= unreadBytesMax) return
  const sums = new Map<string, number>()
  for (const { address, bytes } of unread.values()) sums.set(address, (sums.get(address) ?? 0) + bytes)
  const most = Math.max(...sums.values())
  for (const [response, { address, forget }] of unread) {
    if (sums.get(address) !== most) continue
    forget()
    response.destroy()
    return cutToFit()
  }
}
