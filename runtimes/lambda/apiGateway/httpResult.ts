import { gzipSync } from "node:zlib"
import type { ApiResponse } from "../../../adapters/http/ApiRequest.ts"

/** What API Gateway and function URLs make an answer of, in payload format 1.0 and 2.0 alike. */
export interface HttpResult {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly isBase64Encoded: boolean
}

/** Lambda takes results of 6 MB at most, written as JSON (AWS, "Lambda quotas"); a KiB of them is left unused. */
const resultBytesMax = 6 * 1024 * 1024 - 1024

/** Bytes that a character of a body takes at most in that JSON: two for a quote, three in UTF-8. */
const growth = 3

/** Whether Accept-Encoding takes gzip: with a weight of zero it refuses it (RFC 9110, section 12.5.3). */
const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0+)?\s*(?:,|$))/i

const isTextual = /^(?:text\/|application\/json)/

/**
 * The answer as a result; one that is too long goes packed to clients that take it so. Undefined when it is too long all
 * the same.
 */
export const httpResult = (response: ApiResponse, acceptEncoding: string | undefined): HttpResult | undefined => {
  const { body, headers, status } = response
  const plain = { statusCode: status, headers, ...bodyOf(body, headers["Content-Type"] ?? "") }
  if (plain.body.length * growth < resultBytesMax || fits(plain)) return plain
  if (body === null || !takesGzip.test(acceptEncoding ?? "")) return undefined
  const packed = {
    statusCode: status,
    headers: { ...headers, "Content-Encoding": "gzip", "Vary": "Accept-Encoding" },
    body: gzipSync(body).toString("base64"),
    isBase64Encoded: true,
  }
  return fits(packed) ? packed : undefined
}

const fits = (result: HttpResult): boolean => Buffer.byteLength(JSON.stringify(result)) <= resultBytesMax

const bodyOf = (body: ApiResponse["body"], type: string): Pick<HttpResult, "body" | "isBase64Encoded"> => {
  if (body === null) return { body: "", isBase64Encoded: false }
  if (typeof body === "string") return { body, isBase64Encoded: false }
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  return isTextual.test(type)
    ? { body: bytes.toString("utf8"), isBase64Encoded: false }
    : { body: bytes.toString("base64"), isBase64Encoded: true }
}
