import { urlOf } from "../../core/text/urlOf.ts"

/** The form of a mail server's address, for error messages. */
export const smtpAddress = "smtp://user:password@host or smtps://…, signs of user and password percent-encoded"

/**
 * Whether the text is the address of a mail server. A slash or a hash in a password that is not encoded, as SES makes them,
 * ends the server's name: that would be the user's.
 */
export const isSmtpAddress = (text: string): boolean => {
  const url = /^smtps?:\/\//.test(text) ? urlOf(text) : undefined
  return url !== undefined && /^\/?$/.test(url.pathname) && url.hash === ""
}
