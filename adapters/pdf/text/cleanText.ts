/*
 * From text as it comes to text as it can be set. Nothing visible is lost: lone surrogates become U+FFFD,
 * letters and their marks are composed (NFC), a tab is four spaces, exotic spaces are plain ones. Controls
 * stay, for the stand-in to show them; the soft hyphen goes, since no word is hyphenated.
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

/** The lines that the text itself is divided into, cleaned. No text has no lines. */
export const textLines = (text: string): ReadonlyArray<string> => {
  if (text === "") return []
  return alreadyClean.test(text) ? [text] : clean(text).split(lineBreak)
}

/** The text cleaned, in one line, without control characters: for the file's metadata. */
export const metadataText = (text: string): string =>
  textLines(text).join(" ").replace(/\p{Cc}/gu, "\ufffd")
