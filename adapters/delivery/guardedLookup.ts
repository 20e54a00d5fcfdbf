import { Effect } from "effect"
import { isIP } from "node:net"
import { NoAnswer } from "../../core/ports/WebhookSender.ts"
import { parseIpAddress } from "../../core/text/ipAddress.ts"
import { mayConnect, type WebhookAllow } from "../../core/webhooks/webhookAllow.ts"
import type { Lookup } from "./lookups.ts"
import { noAnswerReason } from "./noAnswerReason.ts"
import type { WebhookTarget } from "./webhookTarget.ts"

/**
 * Finds every address of the target's host. Fails when any of them may not be connected to, since a name with such an address
 * is no honest receiver. A host that is an address itself is judged in the same way.
 */
export const guardedLookup = (allow: WebhookAllow, lookup: Lookup) => {
  const lookupShared = sharing(lookup)
  return ({ host, hostname }: WebhookTarget): Effect.Effect<ReadonlyArray<string>, NoAnswer> => {
    const found = isIP(host) !== 0
      ? Effect.succeed([host])
      : Effect.tryPromise({
        try: () => lookupShared(host),
        catch: (cause) => new NoAnswer({ reason: noAnswerReason(cause) }),
      })
    return Effect.filterOrFail(
      found,
      (addresses) => addresses.length > 0 && addresses.every((one) => isPermitted(allow, hostname, one)),
      (addresses) => new NoAnswer({ reason: addresses.length === 0 ? unresolved : notPublic }),
    )
  }
}

/** Whether the address, in whatever form the system has written it, may be connected to. */
export const isPermitted = (allow: WebhookAllow, hostname: string, address: string): boolean => {
  const parsed = parseIpAddress(address)
  return parsed !== undefined && mayConnect(allow, hostname, parsed)
}

/** The reason that is noted when the address may not be connected to. */
export const notPublic = "la dirección no es pública"
const unresolved = "el nombre del servidor no tiene direcciones"

/**
 * Looks up a name once at a time, and gives the answer to all who wait for it: a slow name server is not asked again and again.
 */
const sharing = (lookup: Lookup): Lookup => {
  const running = new Map<string, Promise<ReadonlyArray<string>>>()
  return (host) => {
    const shared = running.get(host) ?? lookup(host).finally(() => running.delete(host))
    running.set(host, shared)
    return shared
  }
}
