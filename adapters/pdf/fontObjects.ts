import type { Subset } from "@pdf-lib/fontkit"
import { type PDFContext, type PDFRef, PDFString } from "pdf-lib"
import type { EmbeddedFace } from "./embeddedFace.ts"
import type { Helvetica } from "./helvetica.ts"
import { decimal, hex } from "./numbers.ts"
import { type StandIn, standInProcedure, standInWidth } from "./standIns.ts"

/** Puts a stream into the file, compressed, and answers its reference. */
export type AddStream = (bytes: Uint8Array | string, entries?: Record<string, number | string>) => PDFRef

const utf16 = (text: string): string => {
  let units = ""
  for (let at = 0; at < text.length; at++) units += hex(text.charCodeAt(at), 4)
  return units
}

/** Longest text behind one code, in characters of up to four bytes; PDF allows 512 bytes. */
const longestText = 100

/** An invisible space, for a code without text: without an entry a reader would make up a character. */
const unread = "\u200b"

// The table by which a reader turns codes back into text (ISO 32000-1, 9.10.3).
const toUnicode = (digits: 2 | 4, texts: ReadonlyArray<readonly [code: number, text: string]>): string => {
  const rows = texts.map(([code, text]) => {
    const shown = text === "" ? unread : Array.from(text).slice(0, longestText).join("")
    return `<${hex(code, digits)}><${utf16(shown)}>`
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

/** One of the two standard cuts. */
export const addHelvetica = (context: PDFContext, name: "Helvetica" | "Helvetica-Bold"): PDFRef =>
  context.register(
    context.obj({ Type: "Font", Subtype: "Type1", BaseFont: name, Encoding: "WinAnsiEncoding" }),
  )

const fontFile = (subset: Subset): Promise<Uint8Array> =>
  new Promise((resolve) => {
    const chunks: Array<Uint8Array> = []
    subset.encodeStream()
      .on("data", (chunk) => chunks.push(chunk))
      .on("end", () => {
        const file = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
        let at = 0
        for (const chunk of chunks) {
          file.set(chunk, at)
          at += chunk.length
        }
        resolve(file)
      })
  })

// Readers tell subsets of one font apart by six letters; they depend on the content alone (FNV-1a).
const subsetTag = (bytes: Uint8Array): string => {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  let tag = ""
  for (let letter = 0; letter < 6; letter++) {
    tag += String.fromCharCode(65 + (hash % 26))
    hash = Math.floor(hash / 26)
  }
  return tag
}

/** The glyphs that the document uses, as a composite font with two-byte codes. */
export const addEmbeddedFace = async (
  context: PDFContext,
  addStream: AddStream,
  { face, glyphs }: EmbeddedFace,
): Promise<PDFRef> => {
  const subset = face.subset()
  const glyphIds = new Uint8Array(glyphs.length * 2)
  glyphs.forEach((glyph, code) => {
    const id = glyph === null ? 0 : subset.includeGlyph(glyph.id)
    glyphIds.set([id >> 8, id & 0xff], code * 2)
  })
  const file = await fontFile(subset)
  const BaseFont = `${subsetTag(file)}+${face.postscriptName}`
  const FontDescriptor = context.register(context.obj({
    Type: "FontDescriptor",
    FontName: BaseFont,
    Flags: 4,
    FontBBox: [...face.boundingBox],
    ItalicAngle: 0,
    Ascent: Math.round(face.ascent),
    Descent: Math.round(face.descent),
    CapHeight: 729,
    StemV: 80,
    FontFile2: addStream(file, { Length1: file.length }),
  }))
  const descendant = context.register(context.obj({
    Type: "Font",
    Subtype: "CIDFontType2",
    BaseFont,
    CIDSystemInfo: { Registry: PDFString.of("Adobe"), Ordering: PDFString.of("Identity"), Supplement: 0 },
    FontDescriptor,
    CIDToGIDMap: addStream(glyphIds),
    W: [0, glyphs.map((glyph) => Number(decimal(glyph?.width ?? 0)))],
  }))
  const texts = glyphs.flatMap((glyph, code) => glyph === null ? [] : [[code, glyph.text] as const])
  return context.register(context.obj({
    Type: "Font",
    Subtype: "Type0",
    BaseFont,
    Encoding: "Identity-H",
    DescendantFonts: [descendant],
    ToUnicode: addStream(toUnicode(4, texts)),
  }))
}

/** Up to 256 stand-ins as one font; `boldHelvetica` draws their digits. */
export const addStandIns = (
  context: PDFContext,
  addStream: AddStream,
  helvetica: Helvetica,
  boldHelvetica: PDFRef,
  standIns: ReadonlyArray<StandIn>,
): PDFRef =>
  context.register(context.obj({
    Type: "Font",
    Subtype: "Type3",
    FontBBox: [0, -200, 1000, 800],
    FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
    Resources: { Font: { D: boldHelvetica } },
    FirstChar: 0,
    LastChar: standIns.length - 1,
    Widths: standIns.map(standInWidth),
    Encoding: { Type: "Encoding", Differences: [0, ...standIns.map((_, code) => `g${code}`)] },
    CharProcs: Object.fromEntries(
      standIns.map((standIn, code) => [`g${code}`, addStream(standInProcedure(helvetica, standIn))]),
    ),
    ToUnicode: addStream(toUnicode(2, standIns.map((standIn, code) => [code, standIn.text] as const))),
  }))
