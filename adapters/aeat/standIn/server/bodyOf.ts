import type { IncomingMessage } from "node:http"

/** The longest body, in bytes. A message of a thousand records takes about three MiB. */
const bytesMax = 64 * 1024 * 1024

/** The whole body as text; fails when it breaks off or is too large. */
export const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Uint8Array> = []
  let length = 0
  for await (const chunk of request) {
    if (!(chunk instanceof Uint8Array)) throw new Error("a body that is no bytes")
    length += chunk.length
    if (length > bytesMax) throw new Error("a body that is too large")
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}
