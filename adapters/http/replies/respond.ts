import type { RateWindow } from "../../../core/ports/RateLimiter.ts"
import type { ApiResponse } from "../ApiRequest.ts"
import type { Reply } from "./Reply.ts"

const json = "application/json; charset=utf-8"

/**
 * Pages load everything from this server, run no script that stands in them, and are shown in no frame of others. The
 * styles of Swagger UI hold images as `data:` addresses.
 */
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
  + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The reply as it goes out, with the headers that every response carries (contract, section 4.3). */
export const respond = (reply: Reply<unknown>, window: RateWindow, method: string): ApiResponse => {
  const headers: Record<string, string> = {
    "Content-Type": "contentType" in reply ? reply.contentType : json,
    // Company books: no proxy and no browser keeps them.
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "RateLimit-Limit": String(window.limit),
    "RateLimit-Remaining": String(window.remaining),
    "RateLimit-Reset": String(window.resetSeconds),
  }
  if (reply.kind === "file") {
    headers["Content-Disposition"] = contentDisposition(reply.name)
    return bodyless(method, { status: 200, headers, body: reply.bytes })
  }
  if (reply.kind === "page part") {
    headers["Cache-Control"] = reply.keepSeconds === 0 ? "no-cache" : `public, max-age=${reply.keepSeconds}`
    headers["Content-Security-Policy"] = pagePolicy
    headers["Referrer-Policy"] = "no-referrer"
    return bodyless(method, { status: 200, headers, body: reply.content })
  }
  if (reply.location !== null) headers["Location"] = reply.location
  if (reply.kind === "text" && reply.replayed) headers["Idempotency-Replayed"] = "true"
  if (reply.status === 401) headers["WWW-Authenticate"] = "Bearer"
  if (reply.status === 429) headers["Retry-After"] = String(window.retryAfterSeconds)
  if (reply.status === 204) {
    const { "Content-Type": _, ...rest } = headers
    return { status: 204, headers: rest, body: null }
  }
  const body = reply.kind === "text" ? reply.text : JSON.stringify(reply.value)
  return bodyless(method, { status: reply.status, headers, body })
}

/** HEAD is answered as GET, without the body but with its length. */
const bodyless = (method: string, response: ApiResponse): ApiResponse => {
  const { body, headers, status } = response
  if (method !== "HEAD" || body === null) return response
  const length = typeof body === "string" ? new TextEncoder().encode(body).length : body.length
  return { status, headers: { ...headers, "Content-Length": String(length) }, body: null }
}

/** Shown in place, saved under its name (RFC 6266). */
export const contentDisposition = (name: string): string => {
  const plain = name.replaceAll(/[^\x20-\x7E]|["\\%/]/g, "_")
  if (plain === name) return `inline; filename="${name}"`
  const encoded = encodeURIComponent(name.replaceAll(/\p{Surrogate}/gu, "_"))
    .replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `inline; filename="${plain}"; filename*=UTF-8''${encoded}`
}
