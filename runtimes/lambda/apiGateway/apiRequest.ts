import { type ApiRequest, bodyBytesMax } from "../../../adapters/http/ApiRequest.ts"
import { clientAddressOf, type TrustedProxies } from "../../../adapters/http/clientAddress.ts"
import { placeOf } from "./eventPlace.ts"
import { type HttpEvent, type HttpEvent1, isHttpEvent2 } from "./httpEvent.ts"

/**
 * The request in an event. The client's address is what API Gateway saw, or where that is a proxy of ours, what this
 * says.
 */
export const apiRequest = (event: HttpEvent, trustedProxies: TrustedProxies): ApiRequest => {
  const isNew = isHttpEvent2(event)
  const { origin, path } = placeOf(event)
  const search = isNew ? event.rawQueryString ?? "" : searchOf(event)
  const headers = isNew ? event.headers ?? {} : headersOf(event)
  const sourceIp = isNew ? event.requestContext.http.sourceIp : event.requestContext.identity.sourceIp ?? ""
  return {
    method: isNew ? event.requestContext.http.method : event.httpMethod,
    url: search === "" ? path : `${path}?${search}`,
    headers,
    body: bodyOf(event),
    clientAddress: clientAddressOf(sourceIp, headers["x-forwarded-for"], trustedProxies),
    origin,
  }
}

const bodyOf = ({ body, isBase64Encoded }: HttpEvent): ApiRequest["body"] => {
  const bytes = Buffer.from(body ?? "", isBase64Encoded === true ? "base64" : "utf8")
  return bytes.length > bodyBytesMax ? "too_large" : bytes
}

/** The query of an event of format 1.0, encoded anew: its parameters come decoded. */
const searchOf = ({ multiValueQueryStringParameters, queryStringParameters }: HttpEvent1): string =>
  Object.entries(multiValueQueryStringParameters ?? queryStringParameters ?? {})
    .flatMap(([name, values]) => [values].flat().map((value) => `${encoded(name)}=${encoded(value)}`))
    .join("&")

/** A half of a character cannot be encoded, and becomes U+FFFD, as what was no UTF-8 has already. */
const encoded = (text: string): string => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, "\u{FFFD}"))

/** Headers that make no sense twice; Node's server keeps the first of them too. */
const single = new Set(["age", "authorization", "content-length", "content-type", "etag", "expires", "from", "host",
  "if-modified-since", "if-unmodified-since", "last-modified", "location", "max-forwards", "proxy-authorization", "referer",
  "retry-after", "server", "user-agent"])

/** Names come as the client wrote them; what it sent several times is joined as Node's server joins it. */
const headersOf = ({ headers, multiValueHeaders }: HttpEvent1): ApiRequest["headers"] => {
  const all = new Map<string, ReadonlyArray<string>>()
  for (const [sent, values] of Object.entries(multiValueHeaders ?? headers ?? {})) {
    const name = sent.toLowerCase()
    all.set(name, [...all.get(name) ?? [], ...[values].flat()])
  }
  return Object.fromEntries([...all].map(([name, values]) => [
    name,
    single.has(name) ? values[0] : values.join(name === "cookie" ? "; " : ", "),
  ]))
}
