import { urlOf } from "../text/urlOf.ts"
import { type AddressRange, type IpAddress, isInRange, parseAddressRange, parseIpAddress } from "./ipAddress.ts"
import { isPublicAddress } from "./publicAddress.ts"

/** What the address guard lets through although it is not public: for development (decisions, section 4). */
export interface WebhookAllow {
  readonly ranges: ReadonlyArray<AddressRange>
  /** Names as URL parsing writes them. */
  readonly hosts: ReadonlySet<string>
}

/** Public addresses only. */
export const nothingAllowed: WebhookAllow = { ranges: [], hosts: new Set() }

/**
 * Reads TALONARIO_WEBHOOK_ALLOW: addresses, ranges (`10.0.0.0/8`) and host names, with commas between them. With this
 * machine's own address comes the name that it always has. Undefined when an entry is none of these; one with a port or a
 * path is none.
 */
export const parseWebhookAllow = (text: string): WebhookAllow | undefined => {
  const ranges: Array<AddressRange> = []
  const hosts = new Set<string>()
  for (const entry of text.split(",").map((one) => one.trim()).filter((one) => one !== "")) {
    const range = parseAddressRange(entry.replace(/^\[(.+)\]$/, "$1"))
    if (range !== undefined) {
      ranges.push(range)
      continue
    }
    const host = hostNamed(entry)
    if (host === undefined) return undefined
    hosts.add(host)
  }
  if (ranges.some(holdsThisMachine)) hosts.add("localhost")
  return { ranges, hosts }
}

/** Whether a range holds what `localhost` resolves to (RFC 6761). */
const holdsThisMachine = (range: AddressRange): boolean =>
  ["127.0.0.1", "::1"].some((text) => {
    const address = parseIpAddress(text)
    return address !== undefined && isInRange(address, range)
  })

/** Whether a webhook may be sent to this address, to which the host resolved. */
export const mayConnect = (allow: WebhookAllow, host: string, address: IpAddress): boolean =>
  isPublicAddress(address) || allow.hosts.has(host) || isAllowedAddress(allow, address)

/** Whether the address itself is let through by name. */
export const isAllowedAddress = ({ ranges }: WebhookAllow, address: IpAddress): boolean =>
  ranges.some((range) => isInRange(address, range))

const hostNamed = (entry: string): string | undefined => {
  const hostname = /^[^\s/:@?#\\[\]]+$/.test(entry) ? urlOf(`https://${entry}`)?.hostname : undefined
  // What URL parsing reads as an address should have been written as one.
  return hostname !== undefined && parseAddressRange(hostname) === undefined ? hostname : undefined
}
