import { urlOf } from "../../core/text/urlOf.ts"

/** What `isPlainAddress` takes, in words. */
export const plainAddress = "an http or https address without query, fragment or user"

/** Whether a path can be appended to it. */
export const isPlainAddress = (value: string): boolean => {
  const url = urlOf(value)
  if (url === undefined) return false
  const { hash, password, protocol, search, username } = url
  return /^https?:$/.test(protocol) && `${hash}${password}${search}${username}` === ""
}

/** What `publicUrlOf` takes, in words. */
export const publicAddress = `${plainAddress}, what stands before /api/v1`

/**
 * The address that clients are given, percent-encoded as headers need it and without a needless end (`/`, `?`, `#`);
 * undefined for an address that no path can be appended to.
 */
export const publicUrlOf = (value: string): string | undefined => {
  if (!isPlainAddress(value)) return undefined
  // URL drops blanks and line ends around an address, and encodes letters beyond ASCII.
  const url = new URL(value).href.replace(/[/?#]+$/, "")
  return url.endsWith("/api/v1") ? undefined : url
}
