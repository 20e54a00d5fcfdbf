import {
  type AddressRange,
  type IpAddress,
  isInRange,
  parseAddressRange,
  parseIpAddress,
} from "../../core/text/ipAddress.ts"

/** Proxies of ours, which are believed when they say whom a request came from. */
export type TrustedProxies = ReadonlyArray<AddressRange>

/**
 * Reads TALONARIO_TRUSTED_PROXIES: addresses and ranges (`10.0.0.0/8`), with commas between them; none when empty.
 * Undefined when an entry is neither, or a range of all addresses, which would believe anybody.
 */
export const parseTrustedProxies = (text: string): TrustedProxies | undefined => {
  const entries = text.split(",").map((entry) => entry.trim()).filter((entry) => entry !== "")
  const ranges = entries.flatMap((entry) => parseAddressRange(entry) ?? []).filter(({ bits }) => bits > 0)
  return ranges.length === entries.length ? ranges : undefined
}

/**
 * The client's address. It is looked for from the other end of the connection on: as long as the address found is a
 * proxy of ours, the one before it in X-Forwarded-For is taken, from right to left. What stands further to the left is
 * the client's own claim, and is not read. An entry that is no address ends the search: then the proxy that sent it is
 * all that is known.
 */
export const clientAddressOf = (peer: string, forwardedFor: string | undefined, trusted: TrustedProxies): string => {
  let known = unmappedAddress(peer)
  if (trusted.length === 0 || forwardedFor === undefined) return known
  for (const hop of forwardedFor.split(",").reverse()) {
    if (!isTrusted(known, trusted)) return known
    const address = addressOfHop(hop)
    if (parseIpAddress(address) === undefined) return known
    known = address
  }
  return known
}

/** Whether it is the address of a proxy of ours. */
export const isTrusted = (text: string, trusted: TrustedProxies): boolean => {
  const address = trusted.length === 0 ? undefined : parseIpAddress(text)
  return address !== undefined && trusted.some((range) => isInRange(address, range))
}

/**
 * The name that an address is counted under: of IPv6 its first 64 bits, since a subscriber has all 2^64 addresses behind
 * them. A text that is no address stands for itself.
 */
export const countedAddress = (text: string): string => {
  const address = parseIpAddress(text)
  return address === undefined || address.length === 4 ? text : `${hex(address.slice(0, 8))}/64`
}

/** The address that an entry of X-Forwarded-For names. */
export const addressOfHop = (hop: string): string => unmappedAddress(withoutPort(hop.trim()))

/**
 * An address without its zone (`%eth0`), which does not identify anybody; an IPv4-mapped one (RFC 4291, section 2.5.5.2)
 * as IPv4.
 */
export const unmappedAddress = (text: string): string =>
  text.replace(/%.*$/s, "").replace(/^::ffff:(?=[\d.]+$)/i, "")

/** Some proxies add the port: `192.0.2.1:443`, `[2001:db8::1]:443`. */
const withoutPort = (hop: string): string => {
  const [, bracketed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(hop) ?? []
  if (bracketed !== undefined) return bracketed
  const [, dotted] = /^([\d.]+):\d{1,5}$/.exec(hop) ?? []
  return dotted ?? hop
}

const hex = (bytes: IpAddress): string => bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")
