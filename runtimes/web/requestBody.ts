import { type ApiRequest, bodyBytesMax, declaresTooMuch, refusedBytesMax } from "../../adapters/http/ApiRequest.ts"
import { BodyAlreadyRead } from "../../adapters/http/BodyAlreadyRead.ts"
import { gatheredBytes } from "../../adapters/http/gatheredBytes.ts"

/**
 * The body's bytes, up to the limit. Rejects when the client goes away before the end, and when somebody else has
 * read the body. What is too large is thrown away here: Next on Node 26 cuts the connection of a body that nobody reads.
 */
export const readBody = async (request: Request): Promise<ApiRequest["body"]> => {
  if (request.bodyUsed) throw new BodyAlreadyRead()
  const { body } = request
  if (body === null) return new Uint8Array()
  if (body.locked) throw new BodyAlreadyRead()
  const reader = body.getReader()
  if (declaresTooMuch(request.headers.get("content-length"))) {
    void throwAway(reader)
    return "too_large"
  }
  const bytes = gatheredBytes()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return bytes.all()
    bytes.add(bytesOf(value))
    if (bytes.size() > bodyBytesMax) {
      void throwAway(reader)
      return "too_large"
    }
  }
}

const throwAway = async (reader: ReadableStreamDefaultReader): Promise<void> => {
  try {
    for (let left = refusedBytesMax; left > 0;) {
      const { done, value } = await reader.read()
      if (done) return
      left -= bytesOf(value).length
    }
    await reader.cancel()
  } catch {
    // Whether the rest came is nobody's concern.
  } finally {
    reader.releaseLock()
  }
}

/** Streams of requests give bytes (Fetch); one that a host has put in their place may not. */
const bytesOf = (chunk: unknown): Uint8Array => {
  if (chunk instanceof Uint8Array) return chunk
  if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  throw new TypeError("the body of this request is no stream of bytes")
}
