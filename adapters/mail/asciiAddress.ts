import { domainToASCII } from "node:url"

/** An address with its domain in ASCII, as it goes over the network; undefined for what is no single address. */
export const asciiAddress = (address: string): string | undefined => {
  const at = address.lastIndexOf("@")
  const domain = domainToASCII(address.slice(at + 1))
  return at < 1 || domain === "" || /[\s,;<>"\\]/.test(address) ? undefined : `${address.slice(0, at)}@${domain}`
}
