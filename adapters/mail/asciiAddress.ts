import { urlOf } from "../../core/text/urlOf.ts"

/** A single address and nothing beside it: no name, no brackets, no list, no port. */
const form = /^([^\s@,;<>"\\]+)@([^\s@,;<>"\\:/?#%[\]]+)$/

/** An address with its domain in ASCII, as it goes over the network; undefined for what is no single address. */
export const asciiAddress = (address: string): string | undefined => {
  const [, local, domain] = form.exec(address) ?? []
  // Not by `domainToASCII` of Node: settings are checked with this on other platforms too.
  const host = domain === undefined ? undefined : urlOf(`http://${domain}`)?.hostname
  return host === undefined ? undefined : `${local}@${host}`
}

/** Whether letters can be sent from or to this address. */
export const isMailAddress = (address: string): boolean => asciiAddress(address) !== undefined
