import { Either } from "effect"
import { NoAnswer } from "../../core/ports/WebhookSender.ts"
import type { WebhookAllow } from "../../core/webhooks/webhookAllow.ts"
import { webhookUrlProblem } from "../../core/webhooks/webhookUrl.ts"

/** Where a request goes. */
export interface WebhookTarget {
  /** Scheme, host and port. Connections are kept for an origin. */
  readonly origin: string
  readonly isTls: boolean
  /** As `URL` writes it: in lower case, IPv4 in dotted decimals however it was spelled, IPv6 in brackets. */
  readonly hostname: string
  /** `hostname` without brackets. */
  readonly host: string
  readonly port: number
  /** Path and query. */
  readonly path: string
}

/**
 * Takes the URL apart. It is judged once more, since it may have been stored before there was a rule, or under another
 * allow-list.
 */
export const webhookTarget = (text: string, allow: WebhookAllow): Either.Either<WebhookTarget, NoAnswer> => {
  const problem = webhookUrlProblem(text, allow)
  if (problem !== undefined) return Either.left(new NoAnswer({ reason: `URL no admitida: ${problem}` }))
  const { hostname, origin, pathname, port, protocol, search } = new URL(text)
  const isTls = protocol === "https:"
  const standardPort = isTls ? 443 : 80
  return Either.right({
    origin,
    isTls,
    hostname,
    host: hostname.replace(/^\[(.+)\]$/, "$1"),
    port: port === "" ? standardPort : Number(port),
    path: pathname + search,
  })
}
