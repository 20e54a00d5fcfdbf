import { Tracer } from "effect"

const pattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/**
 * The span that a `traceparent` header names (W3C Trace Context, section 3.2); undefined for an invalid header. Later
 * versions may have more after the flags. Of the flags only the lowest, "sampled", is used.
 */
export const readTraceparent = (header: string | undefined): Tracer.ExternalSpan | undefined => {
  const [, version, traceId = "", spanId = "", flags = "", more] = pattern.exec(header ?? "") ?? []
  if (version === undefined || version === "ff" || (version === "00" && more !== undefined)) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return Tracer.externalSpan({ traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 })
}
