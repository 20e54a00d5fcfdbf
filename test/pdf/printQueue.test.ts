import { assert, describe, it, vi } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer } from "effect"
import { once } from "node:events"
import { connect, createServer } from "node:net"
import { PdfPlatform } from "../../adapters/pdf/PdfPlatform.ts"
import * as PdfPlatformNode from "../../adapters/pdf/PdfPlatformNode.ts"
import * as PdfPrinterInProcess from "../../adapters/pdf/PdfPrinterInProcess.ts"
import type { OrganizationId } from "../../core/identifiers/organizationId.ts"
import { PdfPrinter, type PrintableDocument, PrinterBusy } from "../../core/ports/PdfPrinter.ts"
import { sampleOrganizationId } from "../support/samples.ts"
import { ringLogo } from "./samplePng.ts"
import { ordinaryLines, printableOf } from "./samplePrintables.ts"

const ordinary = printableOf(ordinaryLines)
const long = printableOf(Array.from({ length: 100 }, () => ordinaryLines).flat())
const arabic = printableOf(ordinaryLines, { recipient: { nombre: "شركة النور" } })
const noLogo = Effect.dieMessage("there is no logo to be read")

/** A printer with room for two documents that gets its fonts only once the gate opens, and the names of fonts asked for. */
const gatedPrinter = (bounds = { waiting: 1, charactersMax: 1_000_000, cacheBytes: 0 }) => Effect.gen(function*() {
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
  const printer = PdfPrinterInProcess.layerWith(bounds)
  const port = yield* Effect.provide(PdfPrinter, Layer.provide(printer, platform))
  const print = (document: PrintableDocument) => port.print(document, noLogo)
  return { asked, open: Deferred.succeed(gate, undefined), print }
}).pipe(Effect.provide(PdfPlatformNode.layer))

describe("the print queue", () => {
  // A host's test may run on fake timers, where nothing else would let the printer go on after its first page.
  it.scopedLive("prints long documents while the host's timers are fake", () => Effect.gen(function*() {
    const { open, print } = yield* gatedPrinter()
    yield* open
    yield* Effect.acquireRelease(Effect.sync(() => vi.useFakeTimers()), () => Effect.sync(() => vi.useRealTimers()))
    assert.isAbove((yield* print(long)).length, 1000)
  }))

  it.effect("refuses documents it has no room for, and accepts them again later", () => Effect.gen(function*() {
    const { open, print } = yield* gatedPrinter()
    const printing = yield* Effect.fork(print(arabic))
    const waiting = yield* Effect.fork(print(ordinary))
    yield* Effect.yieldNow()
    assert.deepStrictEqual(yield* Effect.exit(print(ordinary)), Exit.fail(new PrinterBusy()))
    yield* open
    for (const fiber of [printing, waiting]) assert.isAbove((yield* Fiber.join(fiber)).length, 1000)
    assert.isAbove((yield* print(ordinary)).length, 1000)
  }))

  it.effect("passes on the place of a client who gives up", () => Effect.gen(function*() {
    const { open, print } = yield* gatedPrinter()
    const printing = yield* Effect.fork(print(arabic))
    const waiting = yield* Effect.fork(print(ordinary))
    yield* Effect.yieldNow()
    yield* Fiber.interrupt(waiting)
    const next = yield* Effect.fork(print(ordinary))
    yield* open
    for (const fiber of [printing, next]) assert.isAbove((yield* Fiber.join(fiber)).length, 1000)
  }))
})

describe("the companies that share a print queue", () => {
  const [ours, theirs, third] = [sampleOrganizationId(), sampleOrganizationId(), sampleOrganizationId()] as const
  const of = (organizationId: OrganizationId, document: PrintableDocument = ordinary): PrintableDocument =>
    ({ ...document, organizationId })
  const refused = Exit.fail(new PrinterBusy())

  it.effect("each find a place, however much one of them prints", () => Effect.gen(function*() {
    const { open, print } = yield* gatedPrinter({ waiting: 2, charactersMax: 2_000, cacheBytes: 0 })
    const fork = (document: PrintableDocument) => Effect.tap(Effect.fork(print(document)), () => Effect.yieldNow())
    const endless = of(ours, { ...ordinary, notas: "α β ".repeat(500) })
    const first = yield* fork(endless)
    assert.deepStrictEqual(yield* Effect.exit(print(endless)), refused)
    const others = [yield* fork(of(theirs)), yield* fork(of(third))]
    assert.deepStrictEqual(yield* Effect.exit(print(of(theirs, { ...ordinary, notas: "α β ".repeat(100) }))), refused)
    yield* open
    for (const fiber of [first, ...others]) assert.isAbove((yield* Fiber.join(fiber)).length, 1000)
  }))

  it.effect("have as large a part of a full queue each", () => Effect.gen(function*() {
    const { open, print } = yield* gatedPrinter({ waiting: 4, charactersMax: 1_000_000, cacheBytes: 0 })
    const fork = (document: PrintableDocument) => Effect.zipRight(Effect.fork(print(document)), Effect.yieldNow())
    for (let i = 0; i < 5; i++) yield* fork(of(ours))
    for (let i = 0; i < 2; i++) yield* fork(of(theirs))
    const exits = [yield* Effect.fork(print(of(theirs))), yield* Effect.fork(print(of(ours)))]
    yield* open
    for (const exit of exits) assert.deepStrictEqual(yield* Fiber.await(exit), refused)
  }))

  it.effect("are no more in a full queue than documents may wait, and one more", () => Effect.gen(function*() {
    const { open, print } = yield* gatedPrinter()
    for (const company of [ours, ours, theirs]) yield* Effect.zipRight(Effect.fork(print(of(company))), Effect.yieldNow())
    const exit = yield* Effect.fork(print(of(third)))
    yield* open
    assert.deepStrictEqual(yield* Fiber.await(exit), refused)
  }))

  it.effect("take turns", () => Effect.gen(function*() {
    const { open, print } = yield* gatedPrinter({ waiting: 5, charactersMax: 1_000_000, cacheBytes: 0 })
    const printed: Array<string> = []
    const printing: Array<Fiber.RuntimeFiber<unknown, PrinterBusy>> = []
    for (const [name, company] of [["a", ours], ["b", ours], ["c", ours], ["d", theirs]] as const) {
      printing.push(yield* Effect.fork(Effect.tap(print(of(company)), () => Effect.sync(() => printed.push(name)))))
      yield* Effect.yieldNow()
    }
    yield* open
    for (const fiber of printing) yield* Fiber.join(fiber)
    assert.deepStrictEqual(printed, ["a", "d", "b", "c"])
  }))
})

describe("what printing takes", () => {
  it.effect("font files are read for the first document, and others for the first one in a script with joined letters", () => Effect.gen(function*() {
    const { asked, open, print } = yield* gatedPrinter()
    yield* open
    yield* print(ordinary)
    yield* print(ordinary)
    assert.sameMembers(asked, ["DejaVuSansCondensed.ttf", "DejaVuSansCondensed-Bold.ttf"])
    yield* print(arabic)
    yield* print(arabic)
    assert.lengthOf(asked, 4)
  }))

  it.effect("a font that could not be read is tried again with the next document", () => Effect.gen(function*() {
    const node = yield* PdfPlatform
    let broken = true
    const platform = Layer.succeed(PdfPlatform, {
      ...node,
      fontFile: (name) => Effect.suspend(() => broken ? Effect.dieMessage("no such file") : node.fontFile(name)),
    })
    const port = yield* Effect.provide(PdfPrinter, Layer.provide(PdfPrinterInProcess.layer, platform))
    assert.isTrue(Exit.isFailure(yield* Effect.exit(port.print(ordinary, noLogo))))
    broken = false
    assert.isAbove((yield* port.print(ordinary, noLogo)).length, 1000)
  }).pipe(Effect.provide(PdfPlatformNode.layer)))

  it.live("long documents leave time for sockets, however many are printing", () => Effect.gen(function*() {
    const { open, print } = yield* gatedPrinter()
    yield* open
    const echo = yield* Effect.acquireRelease(
      Effect.promise(async () => {
        // The end of the test resets the connection, which is no error.
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
    yield* print(ordinary)
    let echoes = 0
    const asking = yield* Effect.fork(Effect.forever(Effect.promise(async () => {
      echo.client.write("?")
      await once(echo.client, "data")
      echoes++
    })))
    yield* Effect.all([print(long), print(long)], { concurrency: 2, discard: true })
    yield* Fiber.interrupt(asking)
    assert.isAtLeast(echoes, 5)
  }).pipe(Effect.scoped))

  it.effect("long documents are refused beside others, but never alone", () => Effect.gen(function*() {
    const { open, print } = yield* gatedPrinter({ waiting: 5, charactersMax: 2_000, cacheBytes: 0 })
    const long = { ...ordinary, notas: "α β ".repeat(500) }
    const printing = yield* Effect.fork(print(long))
    yield* Effect.yieldNow()
    assert.deepStrictEqual(yield* Effect.exit(print(ordinary)), Exit.fail(new PrinterBusy()))
    yield* open
    assert.isAbove((yield* Fiber.join(printing)).length, 1000)
  }))

  it.effect("a long document leaves time for others", () => Effect.gen(function*() {
    const { open, print } = yield* gatedPrinter()
    yield* open
    let turns = 0
    const clock = setInterval(() => turns++, 0)
    yield* Effect.ensuring(
      print(long),
      Effect.sync(() => clearInterval(clock)),
    )
    assert.isAtLeast(turns, 5)
  }))
})

describe("what the printer keeps", () => {
  /** A printer that keeps files up to that size, and the logos it has read. */
  const keepingPrinter = (cacheBytes: number) => Effect.gen(function*() {
    const printer = PdfPrinterInProcess.layerWith({ waiting: 1, charactersMax: 1_000_000, cacheBytes })
    const port = yield* Effect.provide(PdfPrinter, Layer.provide(printer, PdfPlatformNode.layer))
    const reads: Array<string> = []
    const print = (document: PrintableDocument) =>
      port.print(document, Effect.sync(() => {
        reads.push(document.logo?.id ?? "")
        return ringLogo(60)
      }))
    return { print, reads }
  })

  it.effect("are issued documents, told apart by everything they say", () => Effect.gen(function*() {
    const { print } = yield* keepingPrinter(1_000_000)
    const file = yield* print(ordinary)
    assert.strictEqual(yield* print({ ...ordinary }), file)
    const another = yield* print({ ...ordinary, referencia: "A-13" })
    assert.notDeepEqual(another, file)
    const draft = printableOf(ordinaryLines, { invoice: { lifecycle: "draft" } })
    assert.notStrictEqual(yield* print(draft), yield* print(draft))
  }))

  it.effect("never exceeds its limit, and is what was asked for last", () => Effect.gen(function*() {
    const { print } = yield* keepingPrinter(150_000)
    const first = yield* print(ordinary)
    for (let number = 100; number < 120; number++) {
      yield* print({ ...ordinary, referencia: `A-${number}` })
      if (number < 110) assert.strictEqual(yield* print(ordinary), first)
    }
    assert.notStrictEqual(yield* print(ordinary), first)
    assert.deepStrictEqual(yield* print(ordinary), first)
  }))

  it.effect("a logo is read for the first document that shows it", () => Effect.gen(function*() {
    const { print, reads } = yield* keepingPrinter(1_000_000)
    const logo = { id: "ring", tipo: "png", ancho: 180, alto: 60 } as const
    const one = yield* print({ ...ordinary, logo })
    yield* print({ ...ordinary, logo, referencia: "A-13" })
    assert.deepStrictEqual(reads, ["ring"])
    assert.isAbove(one.length, (yield* print(ordinary)).length)
  }))
})
