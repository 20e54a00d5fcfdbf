import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import * as fc from "fast-check"
import { instant } from "../../core/calendar/instant.ts"
import type { RowSet } from "../../core/commit/tables.ts"
import { logoAsOf } from "../../core/organizations/Letterhead.ts"
import { readLogoPicture } from "../../core/organizations/logoPicture.ts"
import { setLogo } from "../../core/organizations/setLogo.ts"
import { invalidField, notFound } from "../../core/refusals/refusal.ts"
import { png, ringLogo } from "../pdf/samplePng.ts"
import { decideOn } from "../support/decideOn.ts"
import { sampleOrganization, sampleOrganizationId } from "../support/samples.ts"

const id = sampleOrganizationId()

/** The head of a JPEG, a comment and its frame, and its end. */
const jpeg = (marker = 0xc0, channels = 3, bits = 8): Uint8Array => {
  const frame = [0xff, marker, 0, 17, bits, 0, 40, 1, 44, channels, ...Array(9).fill(0)]
  return Uint8Array.from([0xff, 0xd8, 0xff, 0xfe, 0, 4, 1, 2, ...frame, 0xff, 0xd9])
}

const refusal = (file: Uint8Array) => Either.getOrElse(Either.flip(readLogoPicture(file)), () => "")

describe("a logo's file", () => {
  it("has its format and size read from its bytes", () => {
    assert.deepStrictEqual(readLogoPicture(ringLogo(20)), Either.right({ tipo: "png", ancho: 60, alto: 20 }))
    assert.deepStrictEqual(readLogoPicture(jpeg()), Either.right({ tipo: "jpeg", ancho: 300, alto: 40 }))
    assert.deepStrictEqual(readLogoPicture(jpeg(0xc2, 1)), Either.right({ tipo: "jpeg", ancho: 300, alto: 40 }))
  })

  it("is refused if it cannot be printed, or would take too much effort", () => {
    const plan = { width: 2, height: 1, depth: 8, colourType: 0, rows: [[0, 1, 2]] }
    assert.strictEqual(refusal(new TextEncoder().encode("<svg/>")), "debe ser PNG o JPEG")
    assert.strictEqual(refusal(png({ ...plan, depth: 16 })), "debe tener 8 bits por canal o menos")
    assert.strictEqual(refusal(png({ ...plan, interlaced: true })), "no puede ser un PNG entrelazado")
    const tooLarge = "debe tener un millón de píxeles como mucho, y 65.535 por lado"
    assert.strictEqual(refusal(png({ ...plan, width: 30_000, height: 30_000 })), tooLarge)
    assert.strictEqual(refusal(png({ ...plan, width: 65_536 })), tooLarge)
    assert.isTrue(Either.isRight(readLogoPicture(png({ ...plan, width: 65_535 }))))
    assert.strictEqual(refusal(ringLogo(20).slice(0, -12)), "está incompleto o dañado")
    assert.strictEqual(refusal(jpeg().slice(0, -1)), "está incompleto o dañado")
    assert.strictEqual(refusal(jpeg(0xc0, 4)), "debe ser un JPEG en gris o RGB, no en CMYK")
    assert.strictEqual(refusal(jpeg(0xc9)), "debe ser un JPEG corriente o progresivo de 8 bits")
    assert.strictEqual(refusal(new Uint8Array(256 * 1024 + 1)), "no puede pasar de 256 KiB")
  })

  it("may have 256 KiB and a million pixels, and has one pixel at least", () => {
    const taken = (file: Uint8Array) => Either.isRight(readLogoPicture(file))
    const full = new Uint8Array(256 * 1024)
    full.set(ringLogo(20))
    assert.isTrue(taken(full))
    const sizes = [[1_000, 1_000], [1_001, 1_000], [1, 1], [0, 1], [1, 0]] as const
    const ofSize = ([width, height]: readonly [number, number]) => taken(png({ width, height, depth: 8, colourType: 0, rows: [[0]] }))
    assert.deepStrictEqual(sizes.map(ofSize), [true, false, true, false, false])
  })

  it("is a PNG of eight bits per channel at most, with pixels", () => {
    const plan = { width: 1, height: 1, rows: [[0, 0]] }
    const depthsOf = (colourType: number) =>
      [1, 2, 4, 8, 16].filter((depth) => Either.isRight(readLogoPicture(png({ ...plan, colourType, depth }))))
    assert.deepStrictEqual([0, 1, 2, 3, 4, 5, 6, 7].map(depthsOf), [[1, 2, 4, 8], [], [8], [1, 2, 4, 8], [8], [], [8], []])
    const whole = png({ ...plan, depth: 8, colourType: 0 })
    const [head, end] = [whole.slice(0, 33), whole.slice(-12)]
    const altered = [11, 12].map((place) => whole.map((byte, at) => (at === place ? byte + 1 : byte)))
    for (const file of [Uint8Array.from([...head, ...end]), head, ...altered]) {
      assert.strictEqual(refusal(file), "está incompleto o dañado")
    }
  })

  it("is a JPEG of eight bits, whose frame may come after tables and filling", () => {
    const unusual = "debe ser un JPEG corriente o progresivo de 8 bits"
    assert.deepStrictEqual([0xc0, 0xc1, 0xc2, 0xc3].map((marker) => refusal(jpeg(marker))), ["", "", "", unusual])
    assert.strictEqual(refusal(jpeg(0xc0, 3, 12)), unusual)
    assert.strictEqual(refusal(jpeg(0xc0, 2)), "debe ser un JPEG en gris o RGB, no en CMYK")
    const [start, frame] = [jpeg().slice(0, 2), jpeg().slice(2)]
    const tabled = Uint8Array.from([...start, 0xff, 0xc4, 0, 4, 1, 2, 0xff, ...frame])
    assert.deepStrictEqual(readLogoPicture(tabled), Either.right({ tipo: "jpeg", ancho: 300, alto: 40 }))
    assert.strictEqual(refusal(Uint8Array.from([...start, 0xff, 0xc4, 0, 4, 1, 2, 0, ...frame])), "está incompleto o dañado")
  })

  it("may be any bytes, which are recognised or refused", () => {
    const signature = fc.constantFrom([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13], [0xff, 0xd8, 0xff], [])
    fc.assert(fc.property(signature, fc.uint8Array({ maxLength: 120 }), (start, rest) => {
      const read = readLogoPicture(Uint8Array.from([...start, ...rest]))
      if (Either.isRight(read)) assert.isAtMost(read.right.ancho * read.right.alto, 1_000_000)
    }), { numRuns: 1_000 })
    fc.assert(fc.property(fc.nat(500), fc.nat(255), (at, byte) => {
      const file = ringLogo(20)
      file[at % file.length] = byte
      readLogoPicture(file)
    }), { numRuns: 1_000 })
  })
})

describe("setLogo", () => {
  const organization = [sampleOrganization(id)]

  /** The rows stored after one more setLogo. */
  const after = (file: Uint8Array | null, at: number, rows: RowSet = { organization }, clock = at): RowSet => {
    const decided = decideOn(setLogo(id, file), rows, instant(at), 0, instant(clock))
    const decision = Either.getOrThrowWith(decided, (refusal) => new Error(refusal._tag))
    const letterhead = decision.rows.flatMap((row) => row.table === "letterhead" ? [row.row] : [])
    const logo = decision.rows.flatMap((row) => row.table === "logo" ? [row.row] : [])
    return { ...rows, ...(letterhead.length > 0 ? { letterhead } : {}), logo: [...(rows.logo ?? []), ...logo] }
  }

  it("keeps earlier logos, so that issued invoices keep theirs", () => {
    const set = after(ringLogo(20), 1_000)
    assert.deepStrictEqual(set.logo?.map(({ contenido }) => contenido), [ringLogo(20)])
    const { letterhead } = after(null, 2_000, set)
    const widthAt = (at: number | null) => logoAsOf(letterhead?.[0], at === null ? null : instant(at))?.ancho
    assert.deepStrictEqual([null, 999, 1_000, 1_999, 2_000].map(widthAt), [undefined, undefined, 60, 60, undefined])
    assert.isNull(logoAsOf(undefined, null))
  })

  it("applies to what is issued from then on by the clock, even if the company once wrote under a clock a year ahead", () => {
    const year = 365 * 86_400_000
    const set = after(ringLogo(20), year, { organization }, 1_000)
    const widthAt = ({ letterhead }: RowSet, at: number) => logoAsOf(letterhead?.[0], instant(at))?.ancho
    assert.deepStrictEqual([999, 1_000].map((at) => widthAt(set, at)), [undefined, 60])
    // A logo set under that clock applies at once when it is set again.
    const ahead = after(ringLogo(20), year)
    assert.strictEqual(widthAt(ahead, 2_000), undefined)
    assert.strictEqual(widthAt(after(ringLogo(20), year, ahead, 2_000), 2_000), 60)
  })

  it("stores a file once, however often it is set", () => {
    const set = after(ringLogo(20), 1_000)
    assert.deepStrictEqual(after(ringLogo(20), 1_500, set), set)
    const back = after(ringLogo(20), 4_000, after(ringLogo(10), 3_000, set))
    assert.deepStrictEqual(back.logo?.map(({ ancho }) => ancho), [60, 30])
    assert.strictEqual(back.letterhead?.[0]?.logos.length, 3)
  })

  it("refuses other files, and a company that does not exist", () => {
    const refusal = decideOn(setLogo(id, new Uint8Array(3)), { organization })
    assert.deepStrictEqual(refusal, Either.left(invalidField("fichero", "debe ser PNG o JPEG")))
    assert.deepStrictEqual(decideOn(setLogo(id, null), {}), Either.left(notFound("la organización")))
  })
})
