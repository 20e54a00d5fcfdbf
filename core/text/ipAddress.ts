/** An address as its bytes: four of IPv4, sixteen of IPv6. */
export type IpAddress = ReadonlyArray<number>

/** All addresses that begin with the same bits. */
export interface AddressRange {
  readonly address: IpAddress
  readonly bits: number
}

/**
 * Reads the forms that URL parsing and name resolution write: dotted decimal IPv4, any IPv6 (also with its last
 * part dotted). Undefined for any other text: short, octal or hexadecimal IPv4, zones, brackets.
 */
export const parseIpAddress = (text: string): IpAddress | undefined => parseIpv4(text) ?? parseIpv6(text)

/** Reads `10.0.0.0/8` or `fd00::/8`; a single address is a range of one. Undefined for anything else. */
export const parseAddressRange = (text: string): AddressRange | undefined => {
  const [, base = "", length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const address = parseIpAddress(base)
  if (address === undefined) return undefined
  const bits = length === undefined ? address.length * 8 : Number(length)
  return bits <= address.length * 8 ? { address, bits } : undefined
}

/** Whether the address lies in the range; never if one is IPv4 and the other IPv6. */
export const isInRange = (address: IpAddress, { address: base, bits }: AddressRange): boolean =>
  address.length === base.length && base.every((byte, place) => {
    const shared = Math.min(8, Math.max(0, bits - place * 8))
    return ((byte ^ (address[place] ?? 0)) >> (8 - shared)) === 0
  })

const parseIpv4 = (text: string): IpAddress | undefined => {
  const parts = text.split(".")
  const isByte = (part: string): boolean => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255
  return parts.length === 4 && parts.every(isByte) ? parts.map(Number) : undefined
}

const parseIpv6 = (text: string): IpAddress | undefined => {
  const halves = dottedAsGroups(text).split("::")
  const [head = [], tail = []] = halves.map((half) => (half === "" ? [] : half.split(":")))
  const groups = [...head, ...tail]
  const left = 8 - groups.length
  const isWhole = halves.length === 1 ? left === 0 : halves.length === 2 && left > 0
  if (!isWhole || !groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined
  return [...head, ...Array.from({ length: left }, () => "0"), ...tail].flatMap((group) => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 0xff]
  })
}

/** `::ffff:192.0.2.1` as `::ffff:c000:201`. */
const dottedAsGroups = (text: string): string => {
  const start = text.lastIndexOf(":") + 1
  const bytes = parseIpv4(text.slice(start))
  if (bytes === undefined) return text
  const group = (place: number): string => bytes.slice(place, place + 2).reduce((high, low) => high * 256 + low).toString(16)
  return `${text.slice(0, start)}${group(0)}:${group(2)}`
}
