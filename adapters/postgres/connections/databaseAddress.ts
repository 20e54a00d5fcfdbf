import { urlOf } from "../../../core/text/urlOf.ts"

/** What an address of a database has to be, in words. */
export const databaseAddress = "postgres://user:password@host/database, signs of user and password percent-encoded"

/** Whether the driver can read it. It may leave the host out (`@/`), which is then a parameter. */
export const isDatabaseAddress = (text: string): boolean =>
  /^postgres(ql)?:\/\/[^#]*$/.test(text) && urlOf(text.replace("@/", "@host/")) !== undefined

/** The address without its `options`, which sessions start with, and these. Without a host it is none that URL reads. */
export const withoutOptions = (text: string): { readonly address: string; readonly options: string } => {
  const [address = "", query] = text.split(/\?(.*)/s)
  const parameters = new URLSearchParams(query)
  const options = parameters.get("options") ?? ""
  parameters.delete("options")
  return { address: parameters.size === 0 ? address : `${address}?${parameters.toString()}`, options }
}
