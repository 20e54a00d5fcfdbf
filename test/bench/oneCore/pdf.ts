import { Effect, Layer } from "effect"
import * as PdfPlatformNode from "../../../adapters/pdf/PdfPlatformNode.ts"
import * as PdfPrinterInProcess from "../../../adapters/pdf/PdfPrinterInProcess.ts"
import { PdfPrinter, type PrintableDocument } from "../../../core/ports/PdfPrinter.ts"
import { ordinaryLines, printableOf } from "../../pdf/samplePrintables.ts"
import type { Pace } from "../measuring/measure.ts"
import { millis, say, table, times } from "../measuring/report.ts"
import { drawAgain, embeddedFonts, loadPdfKit, readDrawn, standardFonts } from "./pdfKit.ts"

/** Something that makes files, and the processor time that it took. */
interface Maker {
  readonly name: string
  readonly make: () => Promise<unknown>
  files: number
  cpuMillis: number
}

/** Lets the makers work in turns, so that other load on the machine affects them alike. */
const race = async (makers: ReadonlyArray<Maker>, { seconds, warmUpSeconds }: Pace): Promise<void> => {
  const run = async (maker: Maker, time: number, counted: boolean) => {
    const before = process.cpuUsage()
    const start = performance.now()
    let files = 0
    while (performance.now() - start < time) {
      await maker.make()
      files++
    }
    const { system, user } = process.cpuUsage(before)
    if (!counted) return
    maker.files += files
    maker.cpuMillis += (system + user) / 1000
  }
  for (const maker of makers) await run(maker, warmUpSeconds * 1000, false)
  for (let turn = 0; turn < 2; turn++) for (const maker of makers) await run(maker, seconds * 500, true)
}

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const line = ordinaryLines[index % ordinaryLines.length] ?? { text: "", price: 0 }
    return { ...line, text: `${index + 1}. ${line.text}` }
  })

const noLogo = Effect.dieMessage("there is no logo")

/** Measures the processor time of one PDF: ours with layout and tagging, and pdfkit's when it is told where everything goes. */
export const pdfPart = (pace: Pace) =>
  Effect.gen(function*() {
    const bounds = { waiting: 1, charactersMax: 1_000_000, cacheBytes: 0 }
    const printer = yield* Effect.provide(PdfPrinter, Layer.provide(PdfPrinterInProcess.layerWith(bounds), PdfPlatformNode.layer))
    const keeping = yield* Effect.provide(PdfPrinter, Layer.provide(PdfPrinterInProcess.layer, PdfPlatformNode.layer))
    const kit = loadPdfKit()
    if (kit === undefined) yield* say("\npdfkit is not installed: only our own figures")
    for (const count of [5, 100]) {
      const document: PrintableDocument = printableOf(lines(count))
      const file = yield* printer.print(document, noLogo)
      const drawn = yield* Effect.promise(() => readDrawn(file))
      const maker = (name: string, make: () => Promise<unknown>): Maker => ({ name, make, files: 0, cpuMillis: 0 })
      const makers = [
        maker("Talonario", () => Effect.runPromise(printer.print(document, noLogo))),
        maker("Talonario, printed before", () => Effect.runPromise(keeping.print(document, noLogo))),
        ...(kit === undefined ? [] : [
          maker("pdfkit, fonts embedded", () => drawAgain(kit, drawn, embeddedFonts)),
          maker("pdfkit, standard fonts", () => drawAgain(kit, drawn, standardFonts)),
        ]),
      ]
      yield* Effect.promise(() => race(makers, pace))
      const each = makers.map(({ cpuMillis, files }) => cpuMillis / Math.max(1, files))
      yield* say(`\nPDF of ${count} lines, ${drawn.pages.length} pages, ${Math.round(file.length / 1024)} KiB\n`)
      yield* say(table(1, ["", "CPU ms", "of the first"], makers.map(({ name }, index) =>
        [name, millis(each[index] ?? 0), times(each[index] ?? 0, each[0] ?? 0)])))
    }
  })
