/**
 * The address that a text is; undefined where it is none. `URL.canParse` does not tell: in code that runs often Node 20 takes
 * Latin-1 for UTF-8, and denies addresses with letters beyond ASCII.
 */
export const urlOf = (text: string): URL | undefined => {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
