import { Layer } from "effect"
import type { PdfPrinter } from "../../core/ports/PdfPrinter.ts"
import * as PdfPlatformNode from "./PdfPlatformNode.ts"
import * as PdfPrinterInProcess from "./PdfPrinterInProcess.ts"

/** The printer in this process, on Node. */
export const layer: Layer.Layer<PdfPrinter> = Layer.provide(PdfPrinterInProcess.layer, PdfPlatformNode.layer)
