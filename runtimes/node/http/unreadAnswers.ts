import type { ServerResponse } from "node:http"

/** Answers of fewer bytes are not counted: however many connections there are, theirs are not many. */
const smallBytes = 65_536

/** So many bytes of answers may wait for clients to read them, in the whole process. */
const unreadBytesMax = 128 * 1_048_576

/** Answers that wait, the oldest first, each with what to call when it has been read or is gone. */
const unread = new Map<ServerResponse, () => void>()
let unreadBytes = 0

/**
 * Counts an answer that is on its way. Where all together are too many, clients that have not read theirs for the longest
 * are cut off: a page of the longest texts has megabytes, and one key may ask for hundreds before any connection is late.
 */
export const noteUnread = (response: ServerResponse, bytes: number): void => {
  if (bytes <= smallBytes || response.writableFinished) return
  const gone = (): void => {
    if (unread.delete(response)) unreadBytes -= bytes
  }
  unread.set(response, gone)
  unreadBytes += bytes
  response.once("finish", gone).once("close", gone)
  for (const [oldest, forget] of unread) {
    if (unreadBytes <= unreadBytesMax) return
    forget()
    oldest.destroy()
  }
}
