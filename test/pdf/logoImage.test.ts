import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { inflateSync } from "node:zlib"
import { logoImage } from "../../adapters/pdf/figures/logoImage.ts"
import { PdfPlatform } from "../../adapters/pdf/PdfPlatform.ts"
import * as PdfPlatformNode from "../../adapters/pdf/PdfPlatformNode.ts"
import { png, type PngPlan } from "./samplePng.ts"

const imageOf = (plan: PngPlan) =>
  Effect.map(PdfPlatform, (platform) =>
    logoImage({ id: "", tipo: "png", ancho: plan.width, alto: plan.height }, png(plan), platform)).pipe(
      Effect.provide(PdfPlatformNode.layer),
    )

/** Pixels on white paper, three numbers each. */
const pixelsOf = (plan: PngPlan) => Effect.map(imageOf(plan), (image) => image === null ? null : [...inflateSync(image.bytes)])

describe("a PNG with transparency is put on white paper", () => {
  it.effect("in grey or RGB with alpha, with every filter", () => Effect.gen(function*() {
    const grey = { width: 2, height: 1, depth: 8, colourType: 4, rows: [[0, 0, 255, 100, 51]] }
    assert.deepStrictEqual(yield* pixelsOf(grey), [0, 0, 0, 224, 224, 224])
    const rows = [[0, 10, 20, 30, 255, 40, 50, 60, 255]]
    const expected = [10, 20, 30, 40, 50, 60]
    // The same second row with each filter: none, left, above, average, Paeth.
    const second = [
      [0, 10, 20, 30, 255, 40, 50, 60, 255],
      [1, 10, 20, 30, 255, 30, 30, 30, 0],
      [2, 0, 0, 0, 0, 0, 0, 0, 0],
      [3, 5, 10, 15, 128, 15, 15, 15, 0],
      [4, 0, 0, 0, 0, 0, 0, 0, 0],
    ]
    for (const row of second) {
      const plan = { width: 2, height: 2, depth: 8, colourType: 6, rows: [...rows, row] }
      assert.deepStrictEqual(yield* pixelsOf(plan), [...expected, ...expected], `filter ${row[0]}`)
    }
  }))

  it.effect("with palettes of few bits, or one transparent colour", () => Effect.gen(function*() {
    const palette = { width: 4, height: 1, depth: 2, colourType: 3, palette: [255, 0, 0, 0, 255, 0, 0, 0, 255], transparency: [255, 0], rows: [[0, 0b00_01_10_00]] }
    assert.deepStrictEqual(yield* pixelsOf(palette), [255, 0, 0, 255, 255, 255, 0, 0, 255, 255, 0, 0])
    const hole = { width: 2, height: 1, depth: 8, colourType: 2, transparency: [0, 1, 0, 2, 0, 3], rows: [[0, 1, 2, 3, 3, 2, 1]] }
    assert.deepStrictEqual(yield* pixelsOf(hole), [255, 255, 255, 3, 2, 1])
  }))

  it.effect("but is no image if its data are too few, too many or invalid", () => Effect.gen(function*() {
    const plan = { width: 2, height: 1, depth: 8, colourType: 4, rows: [[0, 0, 255, 100, 51]] }
    for (const rows of [[[0, 0, 255]], [[0, 0, 255, 100, 51], [0, 0, 255, 100, 51]], [[9, 0, 255, 100, 51]]]) {
      assert.isNull(yield* imageOf({ ...plan, rows }))
    }
    assert.isNull(yield* imageOf({ ...plan, width: 2_000, height: 2_000 }))
  }))
})

describe("a PNG without transparency is put into the file as it is", () => {
  it.effect("with its palette", () => Effect.gen(function*() {
    const image = yield* imageOf({ width: 4, height: 1, depth: 2, colourType: 3, palette: [255, 0, 0, 0, 255, 0], rows: [[0, 0b00_01_01_00]] })
    assert.include(image?.entries, "[/Indexed /DeviceRGB 1 <ff000000ff00>]")
    assert.include(image?.entries, "/Predictor 15 /Colors 1 /BitsPerComponent 2 /Columns 4")
    assert.deepStrictEqual([...inflateSync(image?.bytes ?? new Uint8Array())], [0, 0b00_01_01_00])
  }))

  it.effect("unless its data or palette make no image, which readers would report as a damaged file", () => Effect.gen(function*() {
    const plan = { width: 2, height: 2, depth: 8, colourType: 0, rows: [[0, 1, 2], [4, 1, 2]] }
    assert.isNotNull(yield* imageOf(plan))
    const indexed = { ...plan, colourType: 3, palette: [255, 0, 0] }
    assert.isNotNull(yield* imageOf(indexed))
    const damaged = [
      { ...plan, rows: [[0, 1, 2]] },
      { ...plan, rows: [...plan.rows, [0, 1, 2]] },
      { ...plan, rows: [[0, 1, 2], [9, 1, 2]] },
      ...[[], [255, 0], Array.from({ length: 257 * 3 }, () => 7)].map((palette) => ({ ...indexed, palette })),
    ]
    for (const other of damaged) assert.isNull(yield* imageOf(other), JSON.stringify(other).slice(0, 200))
  }))
})
