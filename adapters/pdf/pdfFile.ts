import { type PDFContext, PDFDocument, PDFHexString, PDFName, type PDFRef } from "pdf-lib"
import type { PrintableDocument } from "../../core/ports/PdfPrinter.ts"
import { metadataText } from "./cleanText.ts"
import { addEmbeddedFace, addHelvetica, addStandIns, type AddStream } from "./fontObjects.ts"
import { contentOf, type Page, sheet } from "./page.ts"
import { standInsPerFont } from "./standIns.ts"
import type { Typesetter } from "./typesetter.ts"

const latin1 = (text: string): Uint8Array => {
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
  return bytes
}

/** Shorter streams, such as the stand-ins' drawings, gain nothing. */
const worthDeflating = 300

const addFonts = async (
  context: PDFContext,
  addStream: AddStream,
  { faces, helvetica, standIns }: Typesetter,
): Promise<Record<string, PDFRef>> => {
  const bold = addHelvetica(context, "Helvetica-Bold")
  const fonts: Record<string, PDFRef> = { F1: addHelvetica(context, "Helvetica"), F2: bold }
  for (const [name, face] of [["F3", faces?.regular], ["F4", faces?.bold]] as const) {
    if (face === undefined || face.glyphs.length === 1) continue
    fonts[name] = await addEmbeddedFace(context, addStream, face)
  }
  for (let from = 0; from < standIns.all.length; from += standInsPerFont) {
    const some = standIns.all.slice(from, from + standInsPerFont)
    fonts[`B${from / standInsPerFont}`] = addStandIns(context, addStream, helvetica, bold, some)
  }
  return fonts
}

/** The finished file of composed pages. */
export const pdfFile = async (
  typesetter: Typesetter,
  document: PrintableDocument,
  pages: ReadonlyArray<Page>,
  deflate: (bytes: Uint8Array) => Uint8Array,
): Promise<Uint8Array> => {
  const file = await PDFDocument.create({ updateMetadata: false })
  const { context } = file
  const addStream: AddStream = (content, entries = {}) => {
    const bytes = typeof content === "string" ? latin1(content) : content
    return context.register(
      bytes.length < worthDeflating
        ? context.stream(bytes, entries)
        : context.stream(deflate(bytes), { ...entries, Filter: "FlateDecode" }),
    )
  }
  const resources = context.register(context.obj({ Font: await addFonts(context, addStream, typesetter) }))
  for (const page of pages) {
    const { node } = file.addPage([sheet.width, sheet.height])
    node.set(PDFName.of("Resources"), resources)
    node.set(PDFName.of("Contents"), addStream(contentOf(page)))
  }
  const created = new Date(document.createdMillis)
  file.setTitle(metadataText(document.fileTitle), { showInWindowTitleBar: true })
  file.setAuthor(metadataText(document.issuer.lines[0] ?? ""))
  file.setProducer("Talonario")
  file.setCreationDate(created)
  file.setModificationDate(created)
  file.catalog.set(PDFName.of("Lang"), PDFHexString.fromText(metadataText(document.idioma)))
  return file.save({
    addDefaultPage: false,
    updateFieldAppearances: false,
    // Packing objects into streams costs more time than the few kilobytes are worth.
    useObjectStreams: false,
    objectsPerTick: 200,
  })
}
