import { assert, describe, it } from "@effect/vitest"
import { asked, StatementReader } from "./statements.ts"

const message = (letter: string, ...parts: ReadonlyArray<string>): Buffer => {
  const content = Buffer.from(parts.map((part) => `${part}\0`).join(""), "latin1")
  const head = Buffer.alloc(5)
  head.write(letter, 0, "latin1")
  head.writeInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}

const startUp = Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from([0, 3, 0, 0])])

/** A named statement, an unnamed one and the end of the transaction, with one Sync. */
const group = Buffer.concat([
  message("P", "lock", "SELECT FOR UPDATE"), message("B", "", "lock"), message("E", ""),
  message("P", "", "UPDATE"), message("B", "", ""), message("E", ""),
  message("P", "COMMIT", "COMMIT"), message("B", "", "COMMIT"), message("E", ""),
  message("S"),
])

/** The named ones again, now already prepared. */
const again = Buffer.concat([
  message("B", "", "lock"), message("E", ""), message("B", "", "COMMIT"), message("E", ""), message("S"),
])

describe("what a client asks of PostgreSQL", () => {
  it("is divided into groups with the right statements, in whatever pieces it comes", () => {
    const all = Buffer.concat([startUp, asked("BEGIN"), group, again, message("X")])
    for (let size = 1; size <= all.length; size += 7) {
      const reader = new StatementReader()
      const read = []
      for (let at = 0; at < all.length; at += size) read.push(...reader.read(all.subarray(at, at + size)))
      assert.deepStrictEqual(read.map(({ texts }) => texts), [
        [], ["BEGIN"], ["SELECT FOR UPDATE", "UPDATE", "COMMIT"], ["SELECT FOR UPDATE", "COMMIT"], [],
      ])
      assert.deepStrictEqual(Buffer.concat(read.map(({ bytes }) => bytes)), all)
    }
  })
})
