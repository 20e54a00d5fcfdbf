import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { dial } from "../support/rawConnection.ts"
import { servedHarness } from "../support/servedHarness.ts"

const get = "GET /api/v1/salud HTTP/1.1\r\nHost: a\r\n"
const post = "POST /api/v1/contactos HTTP/1.1\r\nHost: a\r\n"
const chunked = `${post}Transfer-Encoding: chunked\r\n\r\n`

/** Requests that two servers in a row may read differently, so that one of them takes part of a body for a request. */
const shapes: Readonly<Record<string, string>> = {
  "a length and chunks": `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  "chunks and a length": `${post}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n`,
  "two lengths": `${post}Content-Length: 0\r\nContent-Length: 5\r\n\r\n`,
  "the same length twice": `${post}Content-Length: 0\r\nContent-Length: 0\r\n\r\n`,
  "a list of lengths": `${post}Content-Length: 0, 0\r\n\r\n`,
  "a length with a sign": `${post}Content-Length: +0\r\n\r\n`,
  "a negative length": `${post}Content-Length: -1\r\n\r\n`,
  "a hexadecimal length": `${post}Content-Length: 0x0\r\n\r\n`,
  "an empty length": `${post}Content-Length: \r\n\r\n`,
  "a length beyond all numbers": `${post}Content-Length: 99999999999999999999\r\n\r\n`,
  "a length in two parts": `${post}Content-Length: 0 1\r\n\r\n`,
  "blanks before the colon": `${post}Content-Length : 0\r\n\r\n`,
  "an unknown coding": `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
  "chunks that are not last": `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
  "no coding": `${post}Transfer-Encoding: identity\r\n\r\n`,
  "chunks twice": `${post}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n`,
  "two headers of coding": `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n`,
  "a coding after a vertical tab": `${post}Transfer-Encoding: \u000bchunked\r\n\r\n0\r\n\r\n`,
  "a folded coding": `${post}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n`,
  "a coding in HTTP/1.0": chunked.replace("1.1", "1.0") + "0\r\n\r\n",
  "a folded header": `${get}X: a\r\n b\r\n\r\n`,
  "a folded first header": "GET /api/v1/salud HTTP/1.1\r\n Host: a\r\n\r\n",
  "lines that end otherwise": "GET /api/v1/salud HTTP/1.1\nHost: a\n\n",
  "one line that ends otherwise": `${get}X: a\nY: b\r\n\r\n`,
  "a return within a header": `${get}X: a\rY: b\r\n\r\n`,
  "a NUL in a value": `${get}X: a\0b\r\n\r\n`,
  "a NUL in a name": `${get}X\0: a\r\n\r\n`,
  "a blank in a name": `${get}X Y: a\r\n\r\n`,
  "a header without colon": `${get}XY\r\n\r\n`,
  "a header without name": `${get}: x\r\n\r\n`,
  "two hosts": `${get}Host: b\r\n\r\n`,
  "a chunk's size with a sign": `${chunked}+0\r\n\r\n`,
  "a negative size": `${chunked}-1\r\n\r\n`,
  "a size with its base": `${chunked}0x1\r\na\r\n0\r\n\r\n`,
  "a blank before the size": `${chunked} 1\r\na\r\n0\r\n\r\n`,
  "a blank after the size": `${chunked}1 \r\na\r\n0\r\n\r\n`,
  "a size beyond all numbers": `${chunked}10000000000000001\r\na\r\n0\r\n\r\n`,
  "more in a chunk than its size": `${chunked}1\r\nab\r\n0\r\n\r\n`,
  "a chunk whose lines end otherwise": `${chunked}1\na\n0\n\n`,
  "a line end within an extension": `${chunked}1;a\nb\r\na\r\n0\r\n\r\n`,
  "a chunk that runs into the next": `${chunked}1\r\na0\r\n\r\n`,
  "a length after the last chunk": `${chunked}0\r\nContent-Length: 5\r\n\r\n`,
  "another version": "GET /api/v1/salud HTTP/1.2\r\nHost: a\r\n\r\n",
  "no version": "GET /api/v1/salud\r\n",
  "a tab in the first line": "GET\t/api/v1/salud\tHTTP/1.1\r\nHost: a\r\n\r\n",
  "a blank in the address": "GET /api/v1/sal ud HTTP/1.1\r\nHost: a\r\n\r\n",
}

const hidden = "GET /api/v1/hidden HTTP/1.1\r\nHost: a\r\n\r\n"

describe("a request that two servers may read differently", () => {
  it.scopedLive("is refused, and nothing after it on the connection is heard", () =>
    Effect.gen(function*() {
      const { port } = yield* servedHarness()
      const heard = yield* Effect.forEach(Object.entries(shapes), ([name, text]) =>
        Effect.gen(function*() {
          const { end, send } = yield* dial(port)
          send(Buffer.from(text + hidden, "latin1"))
          return [name, (yield* end).match(/(?<=HTTP\/1\.1 )\d+/g)?.join(" ")] as const
        }), { concurrency: 8 })
      const statuses = Object.fromEntries(heard)
      assert.deepStrictEqual(statuses, Object.fromEntries(Object.keys(shapes).map((name) => [name, "400"])))
    }))

  it.scopedLive("cannot hide behind more headers than are read", () =>
    Effect.gen(function*() {
      const { port } = yield* servedHarness()
      const statusOf = (headers: number) =>
        Effect.gen(function*() {
          const { send, until } = yield* dial(port)
          send(`${get}${"a:\r\n".repeat(headers - 1)}\r\n`)
          return /\d{3}/.exec((yield* until("\r\n\r\n")).slice(9))?.[0]
        })
      assert.deepStrictEqual(yield* Effect.forEach([128, 129, 3_000], statusOf), ["200", "431", "431"])
    }))

  it.scopedLive("cannot hide behind one that asks for another protocol, after which the parser loses part of the data", () =>
    Effect.gen(function*() {
      const { port } = yield* servedHarness()
      for (const first of [`${get}\r\n`, `${post}Content-Length: 2\r\n\r\n{}`]) {
        const { end, send } = yield* dial(port)
        const asking = first.replace("\r\n", "\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n")
        send(`${asking}${post}Content-Length: ${hidden.length}\r\n\r\n`)
        yield* Effect.sleep(50)
        send(hidden)
        const heard = yield* end
        assert.deepStrictEqual(heard.match(/(?<=HTTP\/1\.1 )\d+/g), [first.startsWith("GET") ? "200" : "401"], first)
        assert.match(heard, /\r\nConnection: close\r\n/)
      }
    }))
})
