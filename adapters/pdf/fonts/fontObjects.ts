import { decimal, hex, utf16Hex } from "../file/numbers.ts"
import type { PdfObjects, Ref } from "../file/pdfObjects.ts"
import type { EmbeddedFace } from "./embeddedFace.ts"
import { type StandIn, standInProcedure, standInWidth } from "./standIns.ts"
import { subsetOf } from "./trueTypeSubset.ts"

/** The longest text of one code, in characters of up to four bytes each; PDF allows 512 bytes. */
const longestText = 100

/** An invisible space, for a code without a text: if it had no entry, a reader would make up a character. */
const unread = "\u200b"

// The table by which readers turn codes back into text (ISO 32000-1, 9.10.3).
const toUnicode = (digits: 2 | 4, texts: ReadonlyArray<readonly [code: number, text: string]>): string => {
  const rows = texts.map(([code, text]) => {
    const shown = text === "" ? unread : Array.from(text).slice(0, longestText).join("")
    return `<${hex(code, digits)}><${utf16Hex(shown)}>`
  })
  let blocks = ""
  for (let at = 0; at < rows.length; at += 100) {
    const block = rows.slice(at, at + 100)
    blocks += `${block.length} beginbfchar\n${block.join("\n")}\nendbfchar\n`
  }
  return "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
    + "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n"
    + "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n"
    + `<${"0".repeat(digits)}><${"f".repeat(digits)}>\nendcodespacerange\n${blocks}`
    + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"
}

// The six letters by which readers tell subsets of one font apart. They depend only on the glyphs (FNV-1a).
const subsetTag = (glyphs: ReadonlyArray<number>): string => {
  let hash = 0x811c9dc5
  for (const glyph of glyphs) hash = Math.imul(hash ^ glyph, 0x01000193) >>> 0
  let tag = ""
  for (let letter = 0; letter < 6; letter++) {
    tag += String.fromCharCode(65 + (hash % 26))
    hash = Math.floor(hash / 26)
  }
  return tag
}

/** The height of DejaVu's capitals and the width of its stems, in thousandths of the size. */
const capHeight = 729
const stems = 80

/**
 * Adds the glyphs that the document uses as the composite font `ref`. Codes have two bytes; each is its glyph's place in the
 * subset.
 */
export const addFace = ({ add, addStream, put }: PdfObjects, { face, glyphs }: EmbeddedFace, ref: Ref): void => {
  const { font } = face
  const ids = glyphs.map((glyph) => glyph?.id ?? 0)
  const file = subsetOf(font, ids)
  const name = `${subsetTag(ids)}+${font.postscriptName}`
  const [ascent, descent] = [font.ascent, font.descent].map(Math.round)
  const descriptor = add(
    `<</Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [${font.boundingBox.join(" ")}] /ItalicAngle 0`
      + ` /Ascent ${ascent} /Descent ${descent} /CapHeight ${capHeight} /StemV ${stems}`
      + ` /FontFile2 ${addStream(file, `/Length1 ${file.length}`)}>>`,
  )
  const widths = glyphs.map((glyph) => decimal(glyph?.width ?? face.advances[0] ?? 0)).join(" ")
  const descendant = add(
    `<</Type /Font /Subtype /CIDFontType2 /BaseFont /${name}`
      + " /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>>"
      + ` /FontDescriptor ${descriptor} /CIDToGIDMap /Identity /W [0 [${widths}]]>>`,
  )
  const texts = glyphs.flatMap((glyph, code) => glyph === null ? [] : [[code, glyph.text] as const])
  put(
    ref,
    `<</Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H`
      + ` /DescendantFonts [${descendant}] /ToUnicode ${addStream(toUnicode(4, texts))}>>`,
  )
}

/** Adds up to 256 stand-ins as one font. The bold face, whose reference is given, draws their digits. */
export const addStandIns = (
  { add, addStream }: PdfObjects,
  bold: EmbeddedFace,
  boldRef: Ref,
  standIns: ReadonlyArray<StandIn>,
): Ref => {
  const names = standIns.map((_, code) => `/g${code}`)
  const procedures = standIns.map((standIn, code) => `/g${code} ${addStream(standInProcedure(bold, standIn))}`)
  const texts = toUnicode(2, standIns.map((standIn, code) => [code, standIn.text] as const))
  return add(
    "<</Type /Font /Subtype /Type3 /FontBBox [0 -200 1000 800] /FontMatrix [0.001 0 0 0.001 0 0]"
      + ` /Resources <</Font <</F2 ${boldRef}>>>> /FirstChar 0 /LastChar ${standIns.length - 1}`
      + ` /Widths [${standIns.map(standInWidth).join(" ")}]`
      + ` /Encoding <</Type /Encoding /Differences [0 ${names.join(" ")}]>>`
      + ` /CharProcs <<${procedures.join(" ")}>> /ToUnicode ${addStream(texts)}>>`,
  )
}
