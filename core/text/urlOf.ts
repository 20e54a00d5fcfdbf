/**
 * The text as a URL; undefined if it is none. Not by `URL.canParse`: in code that runs often, Node 20 mistakes Latin-1 for
 * UTF-8 there and refuses addresses with letters beyond ASCII.
 */
export const urlOf = (text: string): URL | undefined => {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
