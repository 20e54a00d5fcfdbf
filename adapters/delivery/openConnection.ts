import { Effect } from "effect"
import { connect, isIP, type LookupFunction, type Socket } from "node:net"
import { connect as connectTls, type SecureContext } from "node:tls"
import { Client } from "undici/index.js"
import { NoAnswer } from "../../core/ports/WebhookSender.ts"
import type { WebhookAllow } from "../../core/webhooks/webhookAllow.ts"
import type { Connection } from "./Connection.ts"
import { isPermitted, notPublic } from "./guardedLookup.ts"
import { noAnswerReason } from "./noAnswerReason.ts"
import type { WebhookTarget } from "./webhookTarget.ts"

/** What connections are opened with. */
export interface OpenSettings {
  readonly allow: WebhookAllow
  readonly secureContext: SecureContext
}

/**
 * Connects to the first of these addresses that answers, resolving nothing, and judges once more where it
 * came to. Over https the certificate must be the host's and trusted, whatever NODE_TLS_REJECT_UNAUTHORIZED
 * says. When it is interrupted, the holder of the connection ends it.
 */
export const openConnection = (
  connection: Connection,
  addresses: ReadonlyArray<string>,
  { allow, secureContext }: OpenSettings,
): Effect.Effect<void, NoAnswer> =>
  Effect.async((resume) => {
    const { target } = connection
    const { host, hostname, isTls, port } = target
    const fail = (reason: string): void => resume(Effect.fail(new NoAnswer({ reason })))
    const onError = (error: Error): void => fail(noAnswerReason(error))
    const ready = (socket: Socket): void => {
      connection.client = clientOver(socket, target)
      socket.on("readable", () => {
        if (socket.bytesRead > connection.readLimit) connection.onReadLimit()
      })
      resume(Effect.void)
    }
    const tcp = connect({
      host,
      port,
      lookup: pinnedTo(addresses),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: attemptMillis,
      noDelay: true,
    })
    connection.socket = tcp
    // These listeners stay: an error of a socket that nobody listens to would end the process.
    tcp.on("error", onError)
    tcp.once("connect", () => {
      if (tcp.remoteAddress === undefined || !isPermitted(allow, hostname, tcp.remoteAddress)) {
        tcp.destroy()
        return fail(notPublic)
      }
      if (!isTls) return ready(tcp)
      const tls = connectTls({
        socket: tcp,
        host,
        ...(isIP(host) === 0 ? { servername: host } : {}),
        secureContext,
        rejectUnauthorized: true,
        ALPNProtocols: ["http/1.1"],
      })
      connection.socket = tls
      tls.on("error", onError)
      tls.once("secureConnect", () => ready(tls))
    })
  })

/** How long an address is tried before the next one, when there are several. */
const attemptMillis = 1_000

/** What Node asks for the addresses of a name: these, and no others. */
const pinnedTo = (addresses: ReadonlyArray<string>): LookupFunction => (_host, _options, callback) =>
  callback(null, addresses.map((address) => ({ address, family: isIP(address) })))

/**
 * HTTP/1.1 over this socket, which connects to nothing else: a request that finds the socket closed fails.
 */
const clientOver = (socket: Socket, { origin }: WebhookTarget): Client => {
  let isTaken = false
  return new Client(origin, {
    connect: (_options, callback) => {
      const isFirst = !isTaken
      isTaken = true
      // Undici goes on only when this is answered later.
      queueMicrotask(() => (isFirst ? callback(null, socket) : callback(new ClosedMeanwhile(), null)))
    },
    pipelining: 1,
    keepAliveTimeout: idleMillis,
    keepAliveMaxTimeout: idleMillis,
    headersTimeout: waitMillis,
    bodyTimeout: waitMillis,
    maxHeaderSize: 16 * 1024,
  })
}

/** How long a connection is kept for the next request. A server's own hint may make it shorter. */
const idleMillis = 10_000

/** For connecting, for headers, for each part of a body: longer than callers wait, who set the real limit. */
export const waitMillis = 11_000

class ClosedMeanwhile extends Error {
  readonly code = "ECONNRESET"
}
