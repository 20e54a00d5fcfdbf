import { urlOf } from "../../../core/text/urlOf.ts"

/** The form of a database's address, for error messages. */
export const databaseAddress = "postgres://user:password@host/database, with one host, signs of user and password percent-encoded"

/** Whether the driver can read the address. It may leave the host out (`@/`) and give it as a parameter, but not name several. */
export const isDatabaseAddress = (text: string): boolean => {
  const url = /^postgres(ql)?:\/\/[^#]*$/.test(text) ? urlOf(text.replace("@/", "@host/")) : undefined
  return url !== undefined && ![url.hostname, ...url.searchParams.getAll("host")].some((host) => host.includes(","))
}

/**
 * Takes the parameter `options`, with which sessions start, out of an address. Split by hand, since `URL` does not read
 * addresses without a host.
 */
export const withoutOptions = (text: string): { readonly address: string; readonly options: string } => {
  const [address = "", query] = text.split(/\?(.*)/s)
  const parameters = new URLSearchParams(query)
  const options = parameters.get("options") ?? ""
  parameters.delete("options")
  return { address: parameters.size === 0 ? address : `${address}?${parameters.toString()}`, options }
}
