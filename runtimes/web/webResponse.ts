import type { ApiResponse } from "../../adapters/http/ApiRequest.ts"

/** The answer as a Response, its length told as the Node server tells it. */
export const webResponse = ({ body, headers, status }: ApiResponse): Response => {
  if (body === null) return new Response(null, { status, headers })
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body
  return new Response(bytes, { status, headers: { ...headers, "Content-Length": String(bytes.length) } })
}
