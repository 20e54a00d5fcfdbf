import { assert, describe, it } from "@effect/vitest"
import { instant } from "../../core/calendar/instant.ts"
import { organizationId } from "../../core/identifiers/organizationId.ts"
import { huellaOf } from "../../core/registry/huella.ts"
import { sealOf } from "../../core/registry/seal.ts"

const record = {
  organizationId: organizationId("o1"),
  id: "r1",
  factura_id: "f1",
  orden: 9,
  tipo: "alta",
  subsanacion: false,
  generado: instant(1_000),
  huella: "H",
  huella_anterior: null,
  cadena: "text",
  campos: { IDVersion: "1.0" },
  qr: "https://qr.example",
} as const

/** The text that is hashed. */
const textOf = (given: Partial<Parameters<typeof sealOf>[0]>, previous: string | null) =>
  sealOf({ ...record, ...given }, previous, (text) => text)

describe("the seal of a record", () => {
  it("covers the seal before it and all that the record holds", () => {
    assert.strictEqual(
      textOf({}, "P"),
      `P\no1\nr1\nf1\n9\nalta\nfalse\n1000\nH\n=https://qr.example\n{"IDVersion":"1.0"}`,
    )
  })

  it("tells the first record and one without a QR from those with an empty text", () => {
    assert.strictEqual(textOf({ qr: null }, null), `\no1\nr1\nf1\n9\nalta\nfalse\n1000\nH\n\n{"IDVersion":"1.0"}`)
    assert.notStrictEqual(textOf({ qr: null }, "P"), textOf({ qr: "" }, "P"))
  })

  it("is the SHA-256 of that text, as huellas are", () => {
    assert.strictEqual(sealOf(record, "P"), huellaOf(textOf({}, "P")))
  })
})
