import crypto from "node:crypto"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { type ChainRecord, chainVerifier } from "../../../core/registry/chain.ts"
import { canonicalAlta, huellaOf } from "../../../core/registry/huella.ts"
import type { Rate, Work } from "./sideBySide.ts"

/** Node's fastest SHA-256 of a text, which since 20.12 is a single call. */
const rawHash: (text: string) => string = "hash" in crypto
  ? (text) => crypto.hash("sha256", text, "hex")
  : (text) => crypto.createHash("sha256").update(text).digest("hex")

const hashByHost = (text: string): string => rawHash(text).toUpperCase()

const textOf = (orden: number, previous: string | null): string =>
  canonicalAlta({
    IDEmisorFactura: "B12345674",
    NumSerieFactura: `A-${orden}`,
    FechaExpedicionFactura: "20-11-2026",
    TipoFactura: "F1",
    CuotaTotal: "24.61",
    ImporteTotal: "154.88",
    Huella: previous,
    FechaHoraHusoGenRegistro: "2026-11-20T10:00:00+01:00",
  })

/** A flat string, like one from storage: V8 joins concatenated texts only when they are first read. */
const flat = (text: string): string => Buffer.from(text).toString()

/** An endless chain, in pieces that are garbage once they have been used. */
function* chainInPieces(size: number): Generator<ReadonlyArray<ChainRecord>, never> {
  let huella_anterior: string | null = null
  for (let first = 1;; first += size) {
    const records: Array<ChainRecord> = []
    for (let orden = first; orden < first + size; orden++) {
      const cadena = flat(textOf(orden, huella_anterior))
      const huella = flat(hashByHost(cadena))
      records.push({ orden, cadena, huella, huella_anterior })
      huella_anterior = flat(huella)
    }
    yield records
  }
}

/** A chain so long that its records do not stay in the nearest processor cache. */
const chain = chainInPieces(20_000).next().value

const overChain = (name: string, judge: () => (record: ChainRecord) => unknown): Work => ({
  name,
  once: () => {
    const one = judge()
    for (const record of chain) if (one(record) === false) throw new Error(`${name}: a wrong answer`)
    return chain.length
  },
})

const raw = "SHA-256 of a record's text, node:crypto alone"
const verified = "records of a chain verified, hashed by node:crypto"

/** Hashing and verifying records. */
export const chainWorks: ReadonlyArray<Work> = [
  overChain(raw, () => ({ cadena }) => rawHash(cadena)),
  overChain(verified, () => {
    const { next } = chainVerifier(hashByHost)
    return (record) => next(record) === undefined
  }),
  overChain("records of a chain verified, hashed by noble", () => {
    const { next } = chainVerifier()
    return (record) => next(record) === undefined
  }),
  overChain("text and huella of a record, by noble", () => ({ huella_anterior, orden }) =>
    huellaOf(textOf(orden, huella_anterior))),
]

/**
 * Sends a million records through one verifier. Measures its speed, compared with merely hashing the same texts, and how many
 * bytes per record the heap has grown since the warm-up.
 */
export const chainGrowth = () => {
  const size = 10_000
  const pieces = 100
  const warmUpPieces = 6
  const source = chainInPieces(size)
  const { end, next } = chainVerifier(hashByHost)
  const tasks = [
    { name: raw, millis: 0, check: ({ cadena }: ChainRecord) => rawHash(cadena) !== "" },
    { name: verified, millis: 0, check: (record: ChainRecord) => next(record) === undefined },
  ]
  let heapBefore = 0
  let last: ChainRecord | undefined
  for (let piece = 0; piece < pieces; piece++) {
    if (piece === warmUpPieces) heapBefore = heapInUse()
    const records = source.next().value
    last = records.at(-1)
    // Each task goes first in half of the turns: whichever does finds the texts outside of the nearest cache.
    for (const task of piece % 2 === 0 ? tasks : tasks.toReversed()) {
      const start = performance.now()
      for (const record of records) if (!task.check(record)) throw new Error(`${task.name}: a wrong answer`)
      if (piece >= warmUpPieces) task.millis += performance.now() - start
    }
  }
  const measured = size * (pieces - warmUpPieces)
  const bytesPerRecord = (heapInUse() - heapBefore) / measured
  const rates = tasks.map(({ millis, name }): Rate => ({ name, perSecond: (measured * 1000) / millis }))
  if (end(last ?? null) !== undefined) throw new Error("a suspect at the end of an intact chain")
  return { records: size * pieces, rates, bytesPerRecord }
}

/** The bytes of the heap that are in use after a garbage collection. */
const heapInUse = (): number => {
  setFlagsFromString("--expose-gc")
  const collect: unknown = runInNewContext("gc")
  if (typeof collect !== "function") throw new Error("nothing collects the heap")
  collect()
  return process.memoryUsage().heapUsed
}
