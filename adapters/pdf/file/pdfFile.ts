import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import type { Composed } from "../composeDocument.ts"
import type { LogoImage } from "../figures/logoImage.ts"
import { addFace, addStandIns } from "../fonts/fontObjects.ts"
import { standInsPerFont } from "../fonts/standIns.ts"
import { contentOf, sheet } from "../layout/page.ts"
import { metadataText } from "../text/cleanText.ts"
import type { Typesetter } from "../text/typesetter.ts"
import type { WordedDocument } from "../words/wordedDocument.ts"
import { colourProfile } from "./colourProfile.ts"
import { type FileFacts, xmpOf } from "./metadata.ts"
import { type PdfObjects, pdfObjects, type Ref, textOf } from "./pdfObjects.ts"
import { addStructure } from "./structureObjects.ts"

// The font resources. Stand-ins come first, since their digits use glyphs of the bold font; its number is reserved before.
const addFonts = (objects: PdfObjects, { bold, regular, standIns }: Typesetter): string => {
  const fonts: Array<string> = []
  const boldRef = objects.reserve()
  for (let from = 0; from < standIns.all.length; from += standInsPerFont) {
    const some = standIns.all.slice(from, from + standInsPerFont)
    fonts.push(`/B${from / standInsPerFont} ${addStandIns(objects, bold, boldRef, some)}`)
  }
  if (bold.glyphs.length > 1) {
    fonts.push(`/F2 ${boldRef}`)
    addFace(objects, bold, boldRef)
  }
  if (regular.glyphs.length > 1) {
    const regularRef = objects.reserve()
    fonts.push(`/F1 ${regularRef}`)
    addFace(objects, regular, regularRef)
  }
  return `/Font <<${fonts.join(" ")}>>`
}

const addLogo = ({ addStream }: PdfObjects, logo: LogoImage | null): string => {
  if (logo === null) return ""
  const { alto, ancho, bytes, entries } = logo
  const image = addStream(bytes, `/Type /XObject /Subtype /Image /Width ${ancho} /Height ${alto} ${entries}`, true)
  return ` /XObject <</L ${image}>>`
}

const pdfDate = (date: Date): string => `(D:${date.toISOString().replace(/[-:T]|\.\d+/g, "")})`

/** The finished file of a composed document. It yields after every page, so that others have their turn. */
export function* pdfFile(
  typesetter: Typesetter,
  document: WordedDocument,
  { pages, root }: Composed,
  logo: LogoImage | null,
  deflate: (bytes: Uint8Array) => Uint8Array,
): Generator<void, Uint8Array> {
  const facts: FileFacts = {
    title: metadataText(document.fileTitle),
    author: metadataText(document.author),
    language: metadataText(document.language),
    created: new Date(document.createdMillis),
  }
  const objects = pdfObjects(deflate)
  const { add, addStream, put, reserve } = objects
  const tree = reserve()
  const refs = pages.map(() => reserve())
  const resources = add(`<<${addFonts(objects, typesetter)}${addLogo(objects, logo)}>>`)
  const box = `[0 0 ${sheet.width} ${sheet.height}]`
  for (const [index, page] of pages.entries()) {
    const content = addStream(contentOf(page))
    put(
      refs[index] ?? tree,
      `<</Type /Page /Parent ${tree} /MediaBox ${box} /Resources ${resources} /Contents ${content}`
        + ` /StructParents ${index} /Tabs /S>>`,
    )
    if (index > 0) yield
  }
  put(tree, `<</Type /Pages /Count ${pages.length} /Kids [${refs.join(" ")}]>>`)
  const xmp = utf8ToBytes(xmpOf(facts))
  const day = pdfDate(facts.created)
  const structure = yield* addStructure(objects, root, pages, refs)
  const catalog = add(
    `<</Type /Catalog /Pages ${tree} /Lang ${textOf(facts.language)} /MarkInfo <</Marked true>>`
      + ` /StructTreeRoot ${structure} /ViewerPreferences <</DisplayDocTitle true>>`
      + ` /Metadata ${addStream(xmp, "/Type /Metadata /Subtype /XML", true)} /OutputIntents [${addIntent(objects)}]>>`,
  )
  const info = add(
    `<</Title ${textOf(facts.title)} /Author ${textOf(facts.author)} /Producer (Talonario)`
      + ` /CreationDate ${day} /ModDate ${day}>>`,
  )
  const id = `<${bytesToHex(sha256(xmp)).slice(0, 32)}>`
  return yield* objects.file(`/Root ${catalog} /Info ${info} /ID [${id} ${id}]`)
}

const addIntent = ({ add, addStream }: PdfObjects): Ref => {
  const profile = addStream(colourProfile, "/N 3", true)
  return add(
    "<</Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB) /Info (sRGB)"
      + ` /DestOutputProfile ${profile}>>`,
  )
}
