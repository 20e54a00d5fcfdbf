import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import * as fc from "fast-check"
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { registryXml } from "../../adapters/aeat/messages/shipmentMessage.ts"
import { xmlText } from "../../adapters/aeat/xml/writeXml.ts"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import { Storage } from "../../core/ports/Storage.ts"
import type { RegistryRecord } from "../../core/registry/RegistryRecord.ts"
import { type ExportedDays, exportRegistry } from "../../core/verification/exportRegistry.ts"
import { CommandFailed } from "../../runtimes/node/cli/commandErrors.ts"
import { withNumberedFiles } from "../../runtimes/node/cli/numberedFiles.ts"
import { messageSchemaFaults } from "../aeat/messageSchemaFaults.ts"
import { schemaFolder } from "../registry/aeatSchemas.ts"
import { anyStory, booksAfter } from "../registry/anyCompany.ts"
import { id, issued, must, rowOf, withCustomer } from "../support/issuing.ts"
import { day, sampleId } from "../support/samples.ts"

const wholeTime: ExportedDays = { desde: null, hasta: null }

/** The pieces that are exported when just these records are stored. */
const piecesOf = (records: ReadonlyArray<RegistryRecord>, days = wholeTime) => {
  const pieces: Array<ReadonlyArray<RegistryRecord>> = []
  const organizationId = records[0]?.organizationId ?? id
  const snapshot = new Snapshot()
  for (const record of records) snapshot.set("registryRecord", record)
  const run = Effect.gen(function*() {
    const { transact } = yield* Storage
    yield* transact({ organizationIds: [organizationId], keys: [] }, () => Effect.succeed({ changes: snapshot.changes(), value: undefined }))
    const exported = yield* exportRegistry(organizationId, days, (piece) => Effect.sync(() => void pieces.push(piece)))
    assert.strictEqual(exported, pieces.flat().length)
    return pieces
  })
  return Effect.runSync(Effect.provide(run, StorageMemory.layer))
}

const first = must(rowOf(issued(withCustomer), "registryRecord"))

/** A record with that place and time. It is in no chain, which does not matter here. */
const record = (orden: number, time: string): RegistryRecord =>
  ({ ...first, id: sampleId(), orden, campos: { ...first.campos, FechaHoraHusoGenRegistro: time } })

const ordersOf = (pieces: ReadonlyArray<ReadonlyArray<RegistryRecord>>) => pieces.map((piece) => piece.map(({ orden }) => orden))

describe("the records that are exported", () => {
  it("are all of them, in order", () => {
    fc.assert(fc.property(anyStory, (story) => {
      const { records } = booksAfter(story)
      assert.deepStrictEqual(piecesOf(records.toReversed()).flat(), records)
    }), { numRuns: 200 })
  })

  it("are those of the given days by the company's own clock, the last one included", () => {
    const records = [
      record(1, "2026-03-01T23:59:59+00:00"),
      record(2, "2026-03-02T00:00:00+00:00"),
      record(3, "2026-03-02T23:59:59+00:00"),
      record(4, "2026-03-03T00:00:00+00:00"),
    ]
    const orders = (desde: string | null, hasta: string | null) =>
      ordersOf(piecesOf(records, { desde: desde === null ? null : day(desde), hasta: hasta === null ? null : day(hasta) })).flat()
    assert.deepStrictEqual(orders("2026-03-02", "2026-03-02"), [2, 3])
    assert.deepStrictEqual(orders("2026-03-02", null), [2, 3, 4])
    assert.deepStrictEqual(orders(null, "2026-03-02"), [1, 2, 3])
    assert.deepStrictEqual(orders("2027-01-01", null), [])
  })

  it("come in messages of a thousand", () => {
    const many = Array.from({ length: 2_300 }, (_, i) => record(i + 1, "2026-03-02T10:00:00+01:00"))
    const pieces = piecesOf(many)
    assert.deepStrictEqual(pieces.map(({ length }) => length), [1_000, 1_000, 300])
    assert.deepStrictEqual(pieces.flat(), many)
  })

  it.skipIf(schemaFolder === undefined)("are valid by the official schema, with the texts that were hashed", async () => {
    const stories = fc.sample(anyStory, 40).map((story) => booksAfter(story).records).filter(({ length }) => length > 0)
    const messages = stories.map((records) => {
      const message = xmlText(registryXml({ obligado: { nombre: "Talleres Núñez SL", nif: "B12345674" }, incidencia: false, records }))
      for (const { cadena } of records) {
        const [, importe] = /ImporteTotal=([^&]*)/.exec(cadena) ?? []
        if (importe !== undefined) assert.include(message, `<sf:ImporteTotal>${importe}</sf:ImporteTotal>`)
      }
      return `<soapenv:Body>${message}</soapenv:Body>`
    })
    assert.deepStrictEqual(await messageSchemaFaults("SuministroLR", messages), [])
  })
})

describe("the files of an export", () => {
  const folder = Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "talonario-export-"))),
    (path) => Effect.promise(() => rm(path, { recursive: true })),
  )
  const contentsOf = (path: string) =>
    Effect.promise(async () =>
      Promise.all((await readdir(path)).toSorted().map(async (name) => [name, await readFile(join(path, name), "utf8")])))

  it.scopedLive("appear under numbered names, all together", () =>
    Effect.gen(function*() {
      const path = yield* folder
      yield* Effect.promise(() => writeFile(join(path, "r.xml"), "before"))
      const names = yield* withNumberedFiles(join(path, "r.xml"), ({ write }) =>
        Effect.gen(function*() {
          const written = [yield* write("uno"), yield* write("dos")]
          assert.deepInclude(yield* contentsOf(path), ["r.xml", "before"])
          return written
        }))
      assert.deepStrictEqual(names, ["r.xml", "r-2.xml"])
      assert.deepStrictEqual(yield* contentsOf(path), [["r-2.xml", "dos"], ["r.xml", "uno"]])
    }))

  it.scopedLive("are removed if something fails", () =>
    Effect.gen(function*() {
      const path = yield* folder
      const exit = yield* Effect.flip(withNumberedFiles(join(path, "r.xml"), ({ write }) =>
        Effect.zipRight(write("uno"), Effect.fail("no"))))
      assert.strictEqual(exit, "no")
      assert.deepStrictEqual(yield* contentsOf(path), [])
      const nowhere = yield* Effect.flip(withNumberedFiles(join(path, "none", "r.xml"), ({ write }) => write("uno")))
      assert.instanceOf(nowhere, CommandFailed)
    }))

  it.scopedLive("are named when the disk is full, of which Node says no more than that", (context) =>
    Effect.gen(function*() {
      if (!existsSync("/dev/full")) return context.skip()
      const path = yield* folder
      const name = join(path, "r.xml")
      yield* Effect.promise(() => symlink("/dev/full", `${name}.${process.pid}.tmp`))
      const full = yield* Effect.flip(withNumberedFiles(name, ({ write }) => write("uno")))
      assert.match(full.message, /r\.xml: ENOSPC: no space left on device/)
      assert.deepStrictEqual(yield* contentsOf(path), [])
    }))

  it.scopedLive("are all there if the export is interrupted while they get their names", () =>
    Effect.gen(function*() {
      const path = yield* folder
      const names = Array.from({ length: 50 }, (_, i) => `${i}`)
      // It is interrupted while the names are being given, which begins in the same turn in which this ends.
      const interrupted = Effect.withFiberRuntime<void>((fiber) =>
        Effect.sync(() => void setImmediate(() => Effect.runFork(Fiber.interrupt(fiber)))))
      const writing = withNumberedFiles(join(path, "r.xml"), ({ write }) =>
        Effect.zipRight(Effect.forEach(names, write, { discard: true }), interrupted))
      assert.isTrue(Exit.isInterrupted(yield* Fiber.await(yield* Effect.fork(writing))))
      assert.deepStrictEqual((yield* contentsOf(path)).map(([, text]) => text).toSorted(), names.toSorted())
    }))

  it.scopedLive("are not mixed with those of a longer export", () =>
    Effect.gen(function*() {
      const path = yield* folder
      yield* Effect.promise(() => writeFile(join(path, "r-2.xml"), "old"))
      const refused = yield* Effect.flip(withNumberedFiles(join(path, "r.xml"), ({ write }) => write("uno")))
      assert.include(refused.message, "r-2.xml")
      assert.deepStrictEqual(yield* contentsOf(path), [["r-2.xml", "old"]])
    }))

  it.scopedLive("take the place of files only, not of a device or a folder", () =>
    Effect.gen(function*() {
      const path = yield* folder
      yield* Effect.promise(() => symlink("/dev/null", join(path, "null")))
      yield* Effect.promise(() => mkdir(join(path, "r-2.xml")))
      for (const [name, at] of [["null", "null"], ["r.xml", "r-2.xml"]] as const) {
        const refused = yield* Effect.flip(withNumberedFiles(join(path, name), ({ write }) =>
          Effect.zipRight(write("uno"), write("dos"))))
        assert.strictEqual(refused.message, `${join(path, at)} is there and is no plain file`)
      }
      assert.deepStrictEqual(yield* Effect.promise(async () => (await readdir(path)).toSorted()), ["null", "r-2.xml"])
      assert.strictEqual(yield* Effect.promise(() => readlink(join(path, "null"))), "/dev/null")
    }))
})
