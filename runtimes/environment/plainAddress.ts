import { urlOf } from "../../core/text/urlOf.ts"

/** What `plainAddressOf` takes, in words. */
export const plainAddress = "an http or https address without query, fragment or user"

/**
 * The address without a needless end (`/`, `?`, `#`), so that a path can be appended to it, percent-encoded as headers need it;
 * undefined where none can.
 */
export const plainAddressOf = (value: string): string | undefined => {
  const url = urlOf(value)
  if (url === undefined) return undefined
  const { hash, password, protocol, search, username } = url
  if (!/^https?:$/.test(protocol) || `${hash}${password}${search}${username}` !== "") return undefined
  // URL drops blanks and line ends around an address, and encodes letters beyond ASCII.
  return url.href.replace(/[/?#]+$/, "")
}

/** What `publicUrlOf` takes, in words. */
export const publicAddress = `${plainAddress}, what stands before /api/v1`

/** The address that clients are given; undefined for one that no path can be appended to. */
export const publicUrlOf = (value: string): string | undefined => {
  const url = plainAddressOf(value)
  return url?.endsWith("/api/v1") === true ? undefined : url
}
