import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import * as fc from "fast-check"
import { createHmac, hkdfSync } from "node:crypto"
import { type Cursor, makeCursors } from "../../core/pagination/cursor.ts"

const cursors = makeCursors(new Uint8Array(32).fill(1))
const malformed: Either.Either<Cursor, "malformed"> = Either.left("malformed")

const anyCursor: fc.Arbitrary<Cursor> = fc.record({
  organization: fc.string(),
  collection: fc.string(),
  orden: fc.constantFrom("reciente", "antiguo", "modificado"),
  position: fc.maxSafeInteger(),
})
const example: Cursor = { organization: "o1", collection: "facturas", orden: "antiguo", position: 10_000 }

describe("cursors", () => {
  it("are read as they were signed", () => {
    fc.assert(fc.property(anyCursor, (cursor) => {
      const token = cursors.sign(cursor)
      assert.match(token, /^[A-Za-z0-9_-]{32}$/)
      assert.deepStrictEqual(cursors.read(token, cursor), Either.right(cursor))
    }), { numRuns: 3000 })
    for (const position of [0, -1, 2 ** 32, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]) {
      const cursor = { ...example, position }
      assert.deepStrictEqual(cursors.read(cursors.sign(cursor), cursor), Either.right(cursor))
    }
  })

  it("consist of order, position and HMAC-SHA256, whatever was signed or read before", () => {
    const key = Buffer.from(hkdfSync("sha256", new Uint8Array(32).fill(1), "", "talonario pagination cursor", 32))
    const anyLength = fc.tuple(anyCursor, fc.constantFrom(1, 1, 300)).map(([cursor, times]) =>
      ({ ...cursor, organization: cursor.organization.repeat(times) }))
    fc.assert(fc.property(anyLength, anyCursor, (cursor, other) => {
      cursors.read(cursors.sign(other), cursor)
      const { collection, orden, organization, position } = cursor
      const header = Buffer.alloc(8)
      header.writeBigInt64BE(BigInt(position))
      header.writeUInt8(["reciente", "antiguo", "modificado"].indexOf(orden))
      const mac = createHmac("sha256", key).update(header)
        .update(`${organization.length}:${organization}${collection}`).digest().subarray(0, 16)
      assert.strictEqual(cursors.sign(cursor), Buffer.concat([header, mac]).toString("base64url"))
    }), { numRuns: 2000 })
  })

  it("are refused with any character changed, dropped or added", () => {
    const alphabet = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=\n "]
    fc.assert(fc.property(anyCursor, fc.nat(31), fc.constantFrom(...alphabet), (cursor, place, character) => {
      const token = cursors.sign(cursor)
      const [head, tail] = [token.slice(0, place), token.slice(place + 1)]
      fc.pre(character !== token.charAt(place))
      for (const altered of [head + character + tail, head + tail, head + character + token.slice(place)]) {
        assert.deepStrictEqual(cursors.read(altered, cursor), malformed)
      }
    }), { numRuns: 3000 })
  })

  it("are refused for another organization or collection", () => {
    const token = cursors.sign(example)
    assert.deepStrictEqual(cursors.read(token, { ...example, organization: "o2" }), malformed)
    assert.deepStrictEqual(cursors.read(token, { ...example, collection: "contactos" }), malformed)
    // The same letters, split elsewhere.
    assert.deepStrictEqual(cursors.read(token, { organization: "o1f", collection: "acturas" }), malformed)
  })

  it("are refused under another secret", () => {
    const others = makeCursors(new Uint8Array(32).fill(2))
    assert.deepStrictEqual(others.read(cursors.sign(example), example), malformed)
  })

  it("are read under a later secret that still knows theirs, and signed with the later one only", () => {
    const later = makeCursors(new Uint8Array(32).fill(2), [new Uint8Array(32).fill(3), new Uint8Array(32).fill(1)])
    assert.deepStrictEqual(later.read(cursors.sign(example), example), Either.right(example))
    assert.deepStrictEqual(cursors.read(later.sign(example), example), malformed)
    assert.deepStrictEqual(later.read("x".repeat(32), example), malformed)
  })

  it("are refused in other spellings", () => {
    const token = cursors.sign(example)
    const others = ["", "10000", "=".repeat(32), "ñ".repeat(32), `${token}=`, `${token}\r\n`, ` ${token}`]
    for (const text of others) {
      assert.deepStrictEqual(cursors.read(text, example), malformed)
    }
  })

  it("are not made from an impossible position", () => {
    for (const position of [1.5, Number.NaN, 2 ** 53]) {
      assert.throws(() => cursors.sign({ ...example, position }), RangeError)
    }
  })
})
