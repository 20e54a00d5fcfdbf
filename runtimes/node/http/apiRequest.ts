import type { IncomingMessage } from "node:http"
import { Socket } from "node:net"
import type { Duplex } from "node:stream"
import type { ApiRequest } from "../../../adapters/http/ApiRequest.ts"
import { clientAddressOf, type TrustedProxies, unmappedAddress } from "../../../adapters/http/clientAddress.ts"

/** A request of Node's as the interface takes it. X-Forwarded-For is believed as far as proxies of ours have written it. */
export const apiRequest = (
  request: IncomingMessage,
  body: ApiRequest["body"],
  trustedProxies: TrustedProxies,
): ApiRequest => ({
  method: request.method ?? "",
  url: withoutHost(request.url ?? ""),
  headers: headersOf(request),
  body,
  clientAddress: clientAddress(request, trustedProxies),
  origin: `http://${hostOf(request)}`,
})

/** The path of a target, with its query: a request to a proxy names the host there as well (RFC 9112, section 3.2.2). */
export const withoutHost = (target: string): string => target.replace(/^https?:\/\/[^/?]*/i, "")

/** The client's address. */
export const clientAddress = ({ headers, socket }: IncomingMessage, trustedProxies: TrustedProxies): string => {
  const { "x-forwarded-for": forwardedFor } = headers
  return clientAddressOf(peerAddress(socket), typeof forwardedFor === "string" ? forwardedFor : undefined, trustedProxies)
}

/** The address at the other end of the connection. */
export const peerAddress = (connection: Duplex): string =>
  unmappedAddress(connection instanceof Socket ? connection.remoteAddress ?? "" : "")

/** Whether each header is one text. Node makes a list only of Set-Cookie, which clients do not send. */
const isPlain = (headers: IncomingMessage["headers"]): headers is Record<string, string | undefined> =>
  headers["set-cookie"] === undefined

const headersOf = ({ headers }: IncomingMessage): ApiRequest["headers"] => {
  if (isPlain(headers)) return headers
  const plain: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) plain[name] = typeof value === "string" ? value : value.join(", ")
  }
  return plain
}

const host = /^[\w.-]+(?::\d{1,5})?$|^\[[\da-f:.]+\](?::\d{1,5})?$/i

/** The host as the client called it, if that is one; else our end of the connection. */
const hostOf = ({ headers, socket }: IncomingMessage): string => {
  if (headers.host !== undefined && host.test(headers.host)) return headers.host
  return hostAndPort(socket.localAddress ?? "localhost", socket.localPort ?? 80)
}

/** Host and port as they stand in a URL. */
export const hostAndPort = (address: string, port: number): string =>
  address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`
