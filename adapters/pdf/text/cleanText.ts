/*
 * Makes any text into text that can be set. Nothing visible is lost: lone surrogates become U+FFFD, letters and their marks are
 * composed (NFC), a tab becomes four spaces, unusual spaces become plain ones. Control characters stay, to be shown as boxes
 * (fonts/standIns.ts). Soft hyphens are dropped, since no word is hyphenated.
 */

const alreadyClean = /^[\x20-\x7e\xa0-\xac\xae-\xff]*$/
const lineBreak = /\r\n|[\n\v\f\r\x85\u2028\u2029]/
const noBreakSpaces = /[\u2007\u202f]/g
const spaces = /[\u1680\u2000-\u2006\u2008-\u200a\u205f\u3000]/g

const clean = (text: string): string =>
  text
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .normalize("NFC")
    .replaceAll("\u00ad", "")
    .replaceAll("\t", "    ")
    .replace(noBreakSpaces, "\u00a0")
    .replace(spaces, " ")

/** The lines into which a text is divided by its own line breaks, cleaned. An empty text has no lines. */
export const textLines = (text: string): ReadonlyArray<string> => {
  if (text === "") return []
  return alreadyClean.test(text) ? [text] : clean(text).split(lineBreak)
}

/** The text cleaned, in one line, without control characters: for the file's metadata. */
export const metadataText = (text: string): string =>
  textLines(text).join(" ").replace(/\p{Cc}/gu, "\ufffd")
