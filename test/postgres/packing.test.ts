import { assert, describe, it } from "@effect/vitest"
import { packing } from "../../adapters/postgres/lists/packing.ts"
import { boolean, CorruptRow, date, decimal, integer, millis, money, nullable, text, timestamp, uuid } from "../../adapters/postgres/tables/columns.ts"
import { jsonList, jsonObject, layoutOf } from "../../adapters/postgres/tables/fields.ts"
import { storedTables } from "../../adapters/postgres/tables/storedTables.ts"

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
    for (const { decode, unpack = decode } of [integer, money, millis, timestamp, boolean, date]) assert.throws(() => unpack(""), CorruptRow)
    assert.throws(() => decimal.decode(""), RangeError)
    assert.strictEqual(uuid.decode("01a20608-f55f-746a-b254-ca6b8298b49b"), "01a20608f55f746ab254ca6b8298b49b")
  })
})

describe("a row that was changed by hand", () => {
  const lines = jsonList(jsonObject<{ descripcion: string; base: number }>({ descripcion: text, base: integer }))
  const layout = layoutOf<{ id: string; lineas: ReadonlyArray<{ descripcion: string; base: number }> }>({ id: uuid, lineas: lines }, (name) => name)

  it("is told with the place of what cannot be read, within its JSON too", () => {
    assert.throws(() => layout.decode({ id: "1", lineas: [{ descripcion: "x", base: "1" }] }),
      CorruptRow, /^lineas: base: expected integer, found string$/)
    assert.throws(() => layout.decode({ id: "1", lineas: {} }), CorruptRow, /^lineas: expected a JSON list/)
  })

  it("is told in a list with its id", () => {
    const listed = packing(layout)
    assert.throws(() => listed.read("0a\u001f[{}]", 1), CorruptRow, /^id 0a: lineas: descripcion: expected text, found undefined$/)
    assert.throws(() => listed.read("0a\u001f[", 1), CorruptRow, /^id 0a: lineas: .*JSON/)
  })

  it("is told with its table and key", () => {
    const { decode } = storedTables.payment
    assert.throws(() => decode({ organization_id: "0c", id: "0d", factura_id: "0e", importe: 2 ** 60 }),
      CorruptRow, /^payment with organization_id 0c and id 0d: importe: expected integer, found number$/)
  })
})
