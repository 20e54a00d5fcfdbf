import { lookup as systemLookup, Resolver } from "node:dns/promises"
import type { WebhookAllow } from "../../core/webhooks/webhookAllow.ts"

/** Every address of a host name, as text. Fails, or finds none, where there is none. */
export type Lookup = (host: string) => Promise<ReadonlyArray<string>>

/**
 * By DNS, but as the machine resolves names where addresses at home are let through: these may stand in its hosts file
 * only.
 */
export const lookupUnder = ({ hosts, ranges }: WebhookAllow): Lookup => {
  // A new one each time: one that is kept does not hear of other name servers.
  const byDns: Lookup = (host) => lookupByDns(new Resolver({ timeout: 2_000, tries: 2 }))(host)
  return (host) => (ranges.length > 0 || hosts.has(host) ? lookupBySystem(host) : byDns(host))
}

/** By its hosts file, then DNS. It holds one of few threads meanwhile, and cannot be interrupted. */
const lookupBySystem: Lookup = async (host) =>
  (await systemLookup(host, { all: true, verbatim: true })).map(({ address }) => address)

/** Holds no thread: a name whose servers do not answer keeps no other one waiting. */
export const lookupByDns = (resolver: Resolver): Lookup => async (host) => {
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))
  if (addresses.length > 0) return addresses
  for (const answer of answers) if (answer.status === "rejected" && !isAbsence(answer.reason)) throw new NotResolved()
  return addresses
}

/** No such name, or no address of that kind. */
const isAbsence = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOTFOUND" || error.code === "ENODATA")

/** Told as such: a name server that refuses a connection is not the receiver. */
class NotResolved extends Error {
  readonly code = "EAI_AGAIN"
}
