import type { ServerResponse } from "node:http"
import type { ApiResponse } from "../../../adapters/http/ApiRequest.ts"

/** Answers of fewer bytes are not counted: however many connections there are, theirs are not many. */
const smallBytes = 65_536

/** So many bytes of answers may wait for clients to read them, in the whole process. */
const unreadBytesMax = 128 * 1_048_576

/** Answers that wait, the oldest first, each with what to call when it has been read or is gone. */
const unread = new Map<ServerResponse, () => void>()
/** What they hold in memory, each with how many of them hold it. */
const held = new Map<object, number>()
let unreadBytes = 0

/**
 * Counts an answer that is on its way, of so many bytes. Where all together are too many, clients that have not read theirs for
 * the longest are cut off: a page of the longest texts has megabytes, and one key may ask for hundreds before any connection is
 * late. A body that several answers share counts once, as it is in memory once: anybody may ask for the description of the
 * interface without end, and would have everybody else cut off.
 */
export const noteUnread = (response: ServerResponse, body: ApiResponse["body"], bytes: number): void => {
  if (bytes <= smallBytes || response.writableFinished) return
  const holds = body instanceof Uint8Array ? body : response
  const others = held.get(holds) ?? 0
  held.set(holds, others + 1)
  if (others === 0) unreadBytes += bytes
  const gone = (): void => {
    if (!unread.delete(response)) return
    const left = (held.get(holds) ?? 1) - 1
    if (left > 0) return void held.set(holds, left)
    held.delete(holds)
    unreadBytes -= bytes
  }
  unread.set(response, gone)
  response.once("finish", gone).once("close", gone)
  for (const [oldest, forget] of unread) {
    if (unreadBytes <= unreadBytesMax) return
    forget()
    oldest.destroy()
  }
}
