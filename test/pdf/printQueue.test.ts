import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer } from "effect"
import { once } from "node:events"
import { connect, createServer } from "node:net"
import { PdfPlatform } from "../../adapters/pdf/PdfPlatform.ts"
import * as PdfPlatformNode from "../../adapters/pdf/PdfPlatformNode.ts"
import * as PdfPrinterPdfLib from "../../adapters/pdf/PdfPrinterPdfLib.ts"
import { PdfPrinter, PrinterBusy } from "../../core/ports/PdfPrinter.ts"
import { sampleInvoice, sampleLines } from "./sampleDocument.ts"

const greekInvoice = { ...sampleInvoice, title: "ΤΙΜΟΛΟΓΙΟ" }

/** A printer with room for two documents, whose fonts come when the gate opens, and the fonts asked for. */
const gatedPrinter = (queue = { waiting: 1, charactersMax: 1_000_000 }) => Effect.gen(function*() {
  const gate = yield* Deferred.make<void>()
  const node = yield* PdfPlatform
  const asked: Array<string> = []
  const platform = Layer.succeed(PdfPlatform, {
    ...node,
    fontFile: (name) => Effect.zipRight(
      Effect.sync(() => asked.push(name)),
      Effect.zipRight(Deferred.await(gate), node.fontFile(name)),
    ),
  })
  const printer = PdfPrinterPdfLib.layerWith(queue)
  const port = yield* Effect.provide(PdfPrinter, Layer.provide(printer, platform))
  return { asked, open: Deferred.succeed(gate, undefined), port }
}).pipe(Effect.provide(PdfPlatformNode.layer))

describe("the print queue", () => {
  it.effect("refuses what it has no room for, and takes it again later", () => Effect.gen(function*() {
    const { open, port } = yield* gatedPrinter()
    const printing = yield* Effect.fork(port.print(greekInvoice))
    const waiting = yield* Effect.fork(port.print(sampleInvoice))
    yield* Effect.yieldNow()
    assert.deepStrictEqual(yield* Effect.exit(port.print(sampleInvoice)), Exit.fail(new PrinterBusy()))
    yield* open
    for (const fiber of [printing, waiting]) assert.isAbove((yield* Fiber.join(fiber)).length, 1000)
    assert.isAbove((yield* port.print(sampleInvoice)).length, 1000)
  }))

  it.effect("gives the place of who gives up to the next", () => Effect.gen(function*() {
    const { open, port } = yield* gatedPrinter()
    const printing = yield* Effect.fork(port.print(greekInvoice))
    const waiting = yield* Effect.fork(port.print(sampleInvoice))
    yield* Effect.yieldNow()
    yield* Fiber.interrupt(waiting)
    const next = yield* Effect.fork(port.print(sampleInvoice))
    yield* open
    for (const fiber of [printing, next]) assert.isAbove((yield* Fiber.join(fiber)).length, 1000)
  }))
})

describe("what printing takes", () => {
  it.effect("font files are read for the first document that needs them, once", () => Effect.gen(function*() {
    const { asked, open, port } = yield* gatedPrinter()
    yield* open
    yield* port.print(sampleInvoice)
    assert.isEmpty(asked)
    yield* port.print(greekInvoice)
    yield* port.print(greekInvoice)
    assert.sameMembers(asked, ["DejaVuSansCondensed.ttf", "DejaVuSansCondensed-Bold.ttf"])
  }))

  it.live("long documents let sockets have their turn, however many print", () => Effect.gen(function*() {
    const port = yield* Effect.provide(PdfPrinter, Layer.provide(PdfPrinterPdfLib.layer, PdfPlatformNode.layer))
    const echo = yield* Effect.acquireRelease(
      Effect.promise(async () => {
        // The end of the test resets the connection, which is nobody's error.
        const server = createServer((socket) => socket.on("error", () => {}).pipe(socket)).listen(0, "127.0.0.1")
        await once(server, "listening")
        const address = server.address()
        const client = connect(typeof address === "object" && address !== null ? address.port : 0, "127.0.0.1")
        await once(client, "connect")
        client.on("error", () => {})
        return { client, server }
      }),
      ({ client, server }) => Effect.sync(() => {
        client.destroy()
        server.close()
      }),
    )
    yield* port.print(sampleInvoice)
    let echoes = 0
    const asking = yield* Effect.fork(Effect.forever(Effect.promise(async () => {
      echo.client.write("?")
      await once(echo.client, "data")
      echoes++
    })))
    const long = { ...sampleInvoice, lines: sampleLines(500) }
    yield* Effect.all([port.print(long), port.print(long)], { concurrency: 2, discard: true })
    yield* Fiber.interrupt(asking)
    assert.isAtLeast(echoes, 5)
  }).pipe(Effect.scoped))

  it.effect("refuses long documents beside others, never one alone", () => Effect.gen(function*() {
    const { open, port } = yield* gatedPrinter({ waiting: 5, charactersMax: 2_000 })
    const long = { ...greekInvoice, notes: [{ heading: "", text: "α β ".repeat(500) }] }
    const printing = yield* Effect.fork(port.print(long))
    yield* Effect.yieldNow()
    assert.deepStrictEqual(yield* Effect.exit(port.print(sampleInvoice)), Exit.fail(new PrinterBusy()))
    yield* open
    assert.isAbove((yield* Fiber.join(printing)).length, 1000)
  }))

  it.effect("a long document lets others have their turn", () => Effect.gen(function*() {
    const { port } = yield* gatedPrinter()
    let turns = 0
    const clock = setInterval(() => turns++, 0)
    yield* Effect.ensuring(
      port.print({ ...sampleInvoice, lines: sampleLines(500) }),
      Effect.sync(() => clearInterval(clock)),
    )
    assert.isAtLeast(turns, 5)
  }))
})
