import { urlOf } from "../../core/text/urlOf.ts"

/** What `isPlainAddress` takes, in words. */
export const plainAddress = "an http or https address without query, fragment or user"

/** Whether paths can be put behind it. */
export const isPlainAddress = (value: string): boolean => {
  const url = urlOf(value)
  if (url === undefined) return false
  const { hash, password, protocol, search, username } = url
  return /^https?:$/.test(protocol) && `${hash}${password}${search}${username}` === ""
}

/** What `publicUrlOf` takes, in words. */
export const publicAddress = `${plainAddress}, what stands before /api/v1`

/**
 * The address that clients are given, written as headers can carry it and without what ends it needlessly; undefined for none
 * that paths can be put behind.
 */
export const publicUrlOf = (value: string): string | undefined => {
  if (!isPlainAddress(value)) return undefined
  // Blanks and line ends around an address are none of it to URL, and letters beyond ASCII it encodes.
  const url = new URL(value).href.replace(/[/?#]+$/, "")
  return url.endsWith("/api/v1") ? undefined : url
}
