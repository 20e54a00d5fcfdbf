import { PDFDocument, StandardFonts } from "pdf-lib"

/** Measures of one of the two standard cuts. Every PDF reader has them, so nothing of them is embedded. */
export interface Cut {
  /** Advance of each WinAnsi code, in thousandths of the size. */
  readonly advances: Uint16Array
  /** What a pair of codes moves together (negative) or apart, in thousandths of the size. */
  readonly kern: (left: number, right: number) => number
}

/** Helvetica, with the WinAnsi encoding of PDF (ISO 32000-1, annex D). */
export interface Helvetica {
  readonly regular: Cut
  readonly bold: Cut
  /** The WinAnsi code of a character, or undefined. */
  readonly codeOf: (codePoint: number) => number | undefined
}

// Figures and spaces are never kerned: columns of amounts stay aligned, lines measure the sum of their words.
const kerns = (code: number): boolean => (code > 0x20 && code < 0x30) || (code > 0x39 && code !== 0xa0)

/** Reads the measures out of pdf-lib: some milliseconds, so once per process. */
export const loadHelvetica = async (): Promise<Helvetica> => {
  const document = await PDFDocument.create({ updateMetadata: false })
  const standard = document.embedStandardFont(StandardFonts.Helvetica)
  const codes = new Map<number, number>()
  const characters: Array<string> = []
  for (const codePoint of standard.getCharacterSet()) {
    const character = String.fromCodePoint(codePoint)
    const code = standard.encodeText(character).asBytes()[0] ?? 0
    codes.set(codePoint, code)
    characters[code] = character
  }
  const cut = (name: StandardFonts): Cut => {
    const font = document.embedStandardFont(name)
    const width = (text: string): number => font.widthOfTextAtSize(text, 1000)
    const advances = new Uint16Array(256)
    characters.forEach((character, code) => (advances[code] = width(character)))
    const pairs = new Map<number, number>()
    return {
      advances,
      kern: (left, right) => {
        if (!kerns(left) || !kerns(right)) return 0
        const key = left * 256 + right
        const known = pairs.get(key)
        if (known !== undefined) return known
        const pair = width(`${characters[left] ?? ""}${characters[right] ?? ""}`)
        const amount = Math.round(pair - (advances[left] ?? 0) - (advances[right] ?? 0))
        pairs.set(key, amount)
        return amount
      },
    }
  }
  return {
    regular: cut(StandardFonts.Helvetica),
    bold: cut(StandardFonts.HelveticaBold),
    codeOf: (codePoint) => codes.get(codePoint),
  }
}

const direct = /^[\x20-\x7e\xa0-\xff]*$/

/** The text as WinAnsi codes, one per character of the answer, or null when a character has no code. */
export const winAnsi = (helvetica: Helvetica, text: string): string | null => {
  if (direct.test(text)) return text
  let codes = ""
  for (const character of text) {
    const code = helvetica.codeOf(character.codePointAt(0) ?? 0)
    if (code === undefined) return null
    codes += String.fromCharCode(code)
  }
  return codes
}

/** Width of a text of WinAnsi codes, in thousandths of the size. */
export const widthOf = (cut: Cut, codes: string): number => {
  let width = 0
  let before = 0
  for (let at = 0; at < codes.length; at++) {
    const code = codes.charCodeAt(at)
    width += (cut.advances[code] ?? 0) + (at === 0 ? 0 : cut.kern(before, code))
    before = code
  }
  return width
}

/** The operator that shows WinAnsi codes: `(text) Tj`, or `[(te) 18 (xt)] TJ` when pairs are kerned. */
export const showCodes = (cut: Cut, codes: string): string => {
  let body = "("
  let kerned = false
  for (let at = 0; at < codes.length; at++) {
    const code = codes.charCodeAt(at)
    const amount = at === 0 ? 0 : cut.kern(codes.charCodeAt(at - 1), code)
    if (amount !== 0) {
      kerned = true
      body += `)${-amount}(`
    }
    if (code === 0x28 || code === 0x29 || code === 0x5c) body += "\\"
    body += codes[at]
  }
  return kerned ? `[${body})]TJ` : `${body})Tj`
}
