import { type AddressRange, type IpAddress, isInRange, parseAddressRange } from "../text/ipAddress.ts"

const ranges = (...texts: ReadonlyArray<string>): ReadonlyArray<AddressRange> =>
  texts.map((text) => {
    const range = parseAddressRange(text)
    if (range === undefined) throw new Error(`no range: ${text}`)
    return range
  })

/** IPv4 ranges that are not public (IANA's special-purpose registry, RFC 6890), and one address of Azure's. */
const notPublic = ranges(
  "0.0.0.0/8", // this network
  "10.0.0.0/8",
  "100.64.0.0/10", // carrier-grade NAT
  "127.0.0.0/8", // loopback
  "168.63.129.16/32", // in Azure a service of the machine itself, although its number is public
  "169.254.0.0/16", // link-local, where clouds tell machines their credentials
  "172.16.0.0/12",
  "192.0.0.0/24", // protocol assignments
  "192.0.2.0/24", // documentation, as the next two
  "198.51.100.0/24",
  "203.0.113.0/24",
  "192.88.99.0/24", // 6to4 relays
  "192.168.0.0/16",
  "198.18.0.0/15", // benchmarks
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved, and broadcast
)

/**
 * The only IPv6 range of which public addresses are assigned. Outside of it lie loopback, mapped IPv4, NAT64 (64:ff9b::/96
 * and 64:ff9b:1::/48), unique local, link-local and multicast addresses.
 */
const givenOut = ranges("2000::/3")

/** Parts of that range that are not public, or whose addresses contain an IPv4 address. */
const setAside = ranges(
  "2001::/23", // protocol assignments: Teredo, ORCHID, benchmarks
  "2001:db8::/32", // documentation
  "2002::/16", // 6to4
  "3fff::/20", // documentation
)

/**
 * Whether an address is one of the public Internet, so that a webhook may be sent there (decisions, section 2,
 * "Webhooks"): not private, loopback, link-local, CGNAT, multicast, ULA or reserved, nor IPv4 within IPv6.
 */
export const isPublicAddress = (address: IpAddress): boolean => {
  const isIn = (range: AddressRange): boolean => isInRange(address, range)
  return address.length === 4 ? !notPublic.some(isIn) : givenOut.some(isIn) && !setAside.some(isIn)
}
