import { assert, describe, it } from "@effect/vitest"
import { packing } from "../../adapters/postgres/lists/packing.ts"
import { boolean, CorruptRow, date, decimal, integer, millis, money, nullable, text, uuid } from "../../adapters/postgres/tables/columns.ts"
import { layoutOf } from "../../adapters/postgres/tables/fields.ts"

const { read } = packing(layoutOf<{ nombre: string; notas: string | null }>({ nombre: text, notas: nullable(text) }, (name) => name))

describe("rows that come as one text", () => {
  it("are read one after another, with empty texts distinct from missing ones", () => {
    assert.deepStrictEqual(read("a\u001f=b\u001f\u001f\u001fc\u001f=", 3), [
      { nombre: "a", notas: "b" },
      { nombre: "", notas: null },
      { nombre: "c", notas: "" },
    ])
  })

  it("are corrupt if a text contains the separator", () => {
    assert.throws(() => read("a\u001f=b\u001f", 1), CorruptRow)
    assert.throws(() => read("a\u001f=b\u001fc\u001f=d", 1), CorruptRow)
  })

  it("are corrupt if a part is missing that a column needs", () => {
    for (const { decode, unpack = decode } of [integer, money, millis, boolean, date]) assert.throws(() => unpack(""), CorruptRow)
    assert.throws(() => decimal.decode(""), RangeError)
    assert.strictEqual(uuid.decode("01a20608-f55f-746a-b254-ca6b8298b49b"), "01a20608f55f746ab254ca6b8298b49b")
  })
})
