import { type AddressRange, type IpAddress, isInRange, parseAddressRange, parseIpAddress } from "../text/ipAddress.ts"
import { urlOf } from "../text/urlOf.ts"
import { isPublicAddress } from "./publicAddress.ts"

/** Addresses that the guard lets through although they are not public, for development (decisions, section 4). */
export interface WebhookAllow {
  readonly ranges: ReadonlyArray<AddressRange>
  /** Host names as URL parsing writes them. */
  readonly hosts: ReadonlySet<string>
}

/** Lets through public addresses only. */
export const nothingAllowed: WebhookAllow = { ranges: [], hosts: new Set() }

/**
 * Reads TALONARIO_WEBHOOK_ALLOW: addresses, ranges (`10.0.0.0/8`) and host names, separated by commas. The loopback address
 * allows `localhost` too. Undefined when an entry is anything else, such as a name with a port or a path.
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

/** Whether the address lies in one of the allowed ranges. */
export const isAllowedAddress = ({ ranges }: WebhookAllow, address: IpAddress): boolean =>
  ranges.some((range) => isInRange(address, range))

const hostNamed = (entry: string): string | undefined => {
  const hostname = /^[^\s/:@?#\\[\]]+$/.test(entry) ? urlOf(`https://${entry}`)?.hostname : undefined
  // A text that URL parsing takes for an address, such as 0x7f.1, is refused: addresses are to be written as such.
  return hostname !== undefined && parseAddressRange(hostname) === undefined ? hostname : undefined
}
