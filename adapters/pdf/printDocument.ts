import { Effect } from "effect"
import { composeDocument } from "./composeDocument.ts"
import type { LogoImage } from "./figures/logoImage.ts"
import { pdfFile } from "./file/pdfFile.ts"
import { type Faces, openFace, type Shapers } from "./fonts/face.ts"
import { loadedCode, loadedOnce } from "./loadedOnce.ts"
import { type FontFile, PdfPlatform } from "./PdfPlatform.ts"
import { textLines } from "./text/cleanText.ts"
import { makeTypesetter } from "./text/typesetter.ts"
import { needsShaping } from "./text/wordBreaking.ts"
import type { WordedDocument } from "./words/wordedDocument.ts"

/** Every text of a document, to see which fonts it takes. */
const textsOf = (document: WordedDocument): ReadonlyArray<string> => [
  document.title,
  document.fileTitle,
  document.author,
  document.stamp ?? "",
  ...document.warnings,
  ...document.facts.flatMap(({ label, value }) => [label, value]),
  document.issuer.heading,
  ...document.issuer.lines,
  document.recipient?.heading ?? "",
  ...(document.recipient?.lines ?? []),
  ...[document.lineHeadings, ...document.lines].flatMap((line) => [
    line.descripcion, line.cantidad, line.precio, line.descuento, line.tipo_iva, line.importe,
  ]),
  document.broughtForward,
  document.carriedForward,
  document.sumOf(document.lines.length),
  ...document.breakdownHeadings,
  ...document.breakdown.flat(),
  ...document.totals.flatMap(({ label, value }) => [label, value]),
  ...document.notes.flatMap(({ heading, text }) => [heading, text]),
  document.qr?.above ?? "",
  document.qr?.url ?? "",
  document.qr?.below ?? "",
  // The words of a label do not depend on the numbers in it.
  document.pageLabel(1, 2),
]

/** Prints a worded document: answers the PDF file. */
export type Print = (document: WordedDocument, logo: LogoImage | null) => Effect.Effect<Uint8Array>

/**
 * Loads the fonts to print with. The shaper, for scripts whose letters join, is loaded with the first document that has such.
 */
export const makePrint: Effect.Effect<Print, never, PdfPlatform> = Effect.gen(function*() {
  const { deflate, fontFile, pause } = yield* PdfPlatform
  const both = <A>(of: (name: FontFile) => Effect.Effect<A>) =>
    Effect.all({ regular: of("DejaVuSansCondensed.ttf"), bold: of("DejaVuSansCondensed-Bold.ttf") })
  const faces: Faces = yield* both((name) => Effect.map(fontFile(name), openFace))
  const loadShapers: Effect.Effect<Shapers> = Effect.flatMap(
    loadedCode(() => import("./fonts/shaper.ts")),
    ({ openShaper }) => both((name) => Effect.map(fontFile(name), openShaper)),
  )
  const shapers = yield* loadedOnce(loadShapers)
  /** Runs a generator; wherever it yields, everything else has its turn. */
  const withPauses = <A>(steps: Generator<void, A>): Effect.Effect<A> =>
    Effect.suspend(() => {
      const step = steps.next()
      return step.done === true ? Effect.succeed(step.value) : Effect.flatMap(pause, () => withPauses(steps))
    })
  return Effect.fnUntraced(function*(document, logo) {
    const shaped = needsShaping(textLines(textsOf(document).join(" ")).join(""))
    const typesetter = makeTypesetter(faces, shaped ? yield* shapers : null)
    const composed = yield* withPauses(composeDocument(typesetter, document, logo))
    return yield* withPauses(pdfFile(typesetter, document, composed, logo, deflate))
  })
})
