import { lookup as systemLookup, Resolver } from "node:dns/promises"
import type { WebhookAllow } from "../../core/webhooks/webhookAllow.ts"

/** Finds every address of a host name, as texts. It may fail or answer none when the name has none. */
export type Lookup = (host: string) => Promise<ReadonlyArray<string>>

/**
 * Looks up by DNS; but in the machine's own way where receivers are allowed that are not public, since their names may stand
 * only in its hosts file.
 */
export const lookupUnder = ({ hosts, ranges }: WebhookAllow): Lookup => {
  // A new resolver each time: one that is kept would not notice when the machine gets other name servers.
  const byDns: Lookup = (host) => lookupByDns(new Resolver({ timeout: 2_000, tries: 2 }))(host)
  return (host) => (ranges.length > 0 || hosts.has(host) ? lookupBySystem(host) : byDns(host))
}

/** Asks the operating system: its hosts file, then DNS. This occupies one of few threads, and cannot be interrupted. */
const lookupBySystem: Lookup = async (host) =>
  (await systemLookup(host, { all: true, verbatim: true })).map(({ address }) => address)

/** Asks DNS. This occupies no thread, so a name whose servers do not answer keeps no other name waiting. */
export const lookupByDns = (resolver: Resolver): Lookup => async (host) => {
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))
  if (addresses.length > 0) return addresses
  for (const answer of answers) if (answer.status === "rejected" && !isAbsence(answer.reason)) throw new NotResolved()
  return addresses
}

/** Whether the error says that there is no such name, or that it has no address of this kind. */
const isAbsence = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOTFOUND" || error.code === "ENODATA")

/** In place of the resolver's own errors: "connection refused" by a name server would read as if the receiver had refused. */
class NotResolved extends Error {
  readonly code = "EAI_AGAIN"
}
