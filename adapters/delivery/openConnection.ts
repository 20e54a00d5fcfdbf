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
 * Connects to the first of these addresses that answers; no name is looked up. The address that it has connected to is judged
 * once more. Over https the certificate must be the host's and trusted, whatever NODE_TLS_REJECT_UNAUTHORIZED says. When this
 * is interrupted, the holder of the connection has to end it.
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
    // The listeners of `error` stay for as long as the sockets: an error that nobody listens to would end the process.
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

/** How long an address is tried before the next one, when there are several; milliseconds. */
const attemptMillis = 1_000

/** Answers Node's lookup of the host with these addresses and no others. */
const pinnedTo = (addresses: ReadonlyArray<string>): LookupFunction => (_host, _options, callback) =>
  callback(null, addresses.map((address) => ({ address, family: isIP(address) })))

/** Speaks HTTP/1.1 over this socket. It never connects anew: a request fails when the socket is closed. */
const clientOver = (socket: Socket, { origin }: WebhookTarget): Client => {
  let isTaken = false
  return new Client(origin, {
    connect: (_options, callback) => {
      const isFirst = !isTaken
      isTaken = true
      // Undici only goes on when it is not called back at once.
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

/** How long a connection is kept for the next request, in milliseconds. A hint of the server's may make it shorter. */
const idleMillis = 10_000

/**
 * How long is waited for a connection, for headers, and for each part of a body; milliseconds. Callers set the real limit,
 * which is shorter.
 */
export const waitMillis = 11_000

class ClosedMeanwhile extends Error {
  readonly code = "ECONNRESET"
}
