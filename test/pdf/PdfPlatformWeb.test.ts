import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as fc from "fast-check"
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { deflateSync, inflateSync } from "node:zlib"
import { PdfPlatform } from "../../adapters/pdf/PdfPlatform.ts"
import * as PdfPlatformNode from "../../adapters/pdf/PdfPlatformNode.ts"
import * as PdfPlatformWeb from "../../adapters/pdf/PdfPlatformWeb.ts"
import * as PdfPrinterInProcess from "../../adapters/pdf/PdfPrinterInProcess.ts"
import { PdfPrinter } from "../../core/ports/PdfPrinter.ts"
import { readPdf } from "./readPdf.ts"
import { ordinaryLines, printableOf } from "./samplePrintables.ts"

const { resolve } = createRequire(import.meta.url)

const web = PdfPlatformWeb.layer((name) => readFile(resolve(`dejavu-fonts-ttf/ttf/${name}`)))

const ours = Effect.runSync(Effect.provide(PdfPlatform, web))

/** Bytes that repeat, and bytes that do not. */
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 2_000 }),
  fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 20 }), fc.integer({ min: 1, max: 20_000 }))
    .map(([part, times]) => Uint8Array.from({ length: times }, (_, at) => part[at % part.length] ?? 0)),
)

describe("the web platform", () => {
  it("compresses and decompresses as Node does", () =>
    fc.assert(fc.property(bytes, (plain) => {
      assert.deepStrictEqual(Uint8Array.from(inflateSync(ours.deflate(plain))), plain)
      assert.deepStrictEqual(ours.inflate(Uint8Array.from(deflateSync(plain)), plain.length), plain)
    }), { numRuns: 200 }))

  it("gives nothing for data that is cut off or exceeds the limit, and never wrong bytes for damaged data", () =>
    fc.assert(fc.property(bytes, fc.nat(), fc.integer({ min: 1, max: 255 }), (plain, place, change) => {
      const packed = Uint8Array.from(deflateSync(plain))
      if (plain.length > 0) assert.isNull(ours.inflate(packed, plain.length - 1))
      assert.isNull(ours.inflate(packed.subarray(0, place % packed.length), plain.length))
      const damaged = packed.map((byte, at) => (at === place % packed.length ? byte ^ change : byte))
      const repaired = ours.inflate(damaged, plain.length) ?? plain
      assert.deepStrictEqual(repaired, plain)
    }), { numRuns: 500 }))

  it("decompresses no bomb", () => {
    const bomb = deflateSync(new Uint8Array(100 * 1_048_576))
    const began = process.memoryUsage().arrayBuffers
    assert.isNull(ours.inflate(bomb, 1_000))
    assert.isBelow(process.memoryUsage().arrayBuffers - began, 40 * 1_048_576)
  })

  it.effect("prints the same document as Node", () => Effect.gen(function*() {
    const noLogo = Effect.succeed(new Uint8Array())
    const printed = (platform: Layer.Layer<PdfPlatform>) =>
      Effect.flatMap(PdfPrinter, ({ print }) => print(printableOf(ordinaryLines), noLogo)).pipe(
        Effect.provide(Layer.provide(PdfPrinterInProcess.layer, platform)),
        Effect.flatMap((file) => Effect.promise(() => readPdf(file))),
      )
    assert.deepStrictEqual(yield* printed(web), yield* printed(PdfPlatformNode.layer))
  }))
})
