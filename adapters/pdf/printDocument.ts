import { Duration, Effect } from "effect"
import type { PrintableDocument } from "../../core/ports/PdfPrinter.ts"
import { textLines } from "./cleanText.ts"
import { composeDocument } from "./composeDocument.ts"
import { type Helvetica, loadHelvetica, winAnsi } from "./helvetica.ts"
import { pdfFile } from "./pdfFile.ts"
import { PdfPlatform } from "./PdfPlatform.ts"
import { makeTypesetter } from "./typesetter.ts"

const textsOf = (document: PrintableDocument): ReadonlyArray<string> => [
  document.title,
  document.fileTitle,
  document.stamp ?? "",
  ...document.facts.flatMap(({ label, value }) => [label, value]),
  document.issuer.heading,
  ...document.issuer.lines,
  document.recipient?.heading ?? "",
  ...(document.recipient?.lines ?? []),
  ...[document.lineHeadings, ...document.lines].flatMap((line) => [
    line.descripcion, line.cantidad, line.precio, line.descuento, line.tipo_iva, line.importe,
  ]),
  ...document.breakdownHeadings,
  ...document.breakdown.flat(),
  ...document.totals.flatMap(({ label, value }) => [label, value]),
  ...document.notes.flatMap(({ heading, text }) => [heading, text]),
  document.qr?.above ?? "",
  document.qr?.below ?? "",
  // The words of a label do not depend on the numbers in it.
  document.pageLabel(1, 2),
]

const isWinAnsi = (helvetica: Helvetica, document: PrintableDocument): boolean =>
  winAnsi(helvetica, textLines(textsOf(document).join(" ")).join("")) !== null

/** A printer whose fonts are loaded with the first document that needs them, once. */
export const makePrint = Effect.gen(function*() {
  const platform = yield* PdfPlatform
  const helvetica = yield* Effect.promise(loadHelvetica)
  const loadFaces = Effect.gen(function*() {
    // fontkit unpacks tables of its own when it is imported: only for documents that need it.
    const { openFace } = yield* Effect.promise(() => import("./dejaVu.ts"))
    const regular = openFace(yield* platform.fontFile("DejaVuSansCondensed.ttf"))
    const bold = openFace(yield* platform.fontFile("DejaVuSansCondensed-Bold.ttf"))
    return { regular, bold }
  })
  const keep = Effect.cachedInvalidateWithTTL(Effect.uninterruptible(loadFaces), Duration.infinity)
  const [faces, forget] = yield* keep
  return (document: PrintableDocument): Effect.Effect<Uint8Array> =>
    Effect.gen(function*() {
      const wanted = isWinAnsi(helvetica, document) ? null : yield* Effect.onError(faces, () => forget)
      const typesetter = makeTypesetter(helvetica, wanted)
      const steps = composeDocument(typesetter, document)
      let step = steps.next()
      while (step.done !== true) {
        yield* platform.pause
        step = steps.next()
      }
      const pages = step.value
      return yield* Effect.promise(() => pdfFile(typesetter, document, pages, platform.deflate))
    })
})
