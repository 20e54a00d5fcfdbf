import { Console, Effect, Either } from "effect"
import { createHash } from "node:crypto"
import { cents } from "../../core/money/cents.ts"
import { decimal6, decimal8 } from "../../core/money/decimal.ts"
import { type ChainRecord, chainVerifier } from "../../core/registry/chain.ts"
import { canonicalAlta, huellaOf } from "../../core/registry/huella.ts"
import { exclusiveTotals, inclusiveTotals } from "../../core/tax/totals.ts"
import type { Pace } from "./measure.ts"
import { count, table, times } from "./report.ts"

/** What the rules cost by themselves, on one core and without storage, beside Node's own SHA-256. */
export const purePart = (pace: Pace) =>
  Effect.gen(function*() {
    const totals = sideBySide([exclusive, inclusive], pace)
    const hashing = sideBySide([rawHash, record, verify, verifyByHost], pace)
    const raw = hashing[0]?.perSecond ?? 0
    yield* Console.log("\nRules by themselves, one core\n")
    yield* Console.log(table(1, ["", "per second", "of raw SHA-256"], [
      ...totals.map(({ name, perSecond }) => [name, count(perSecond), ""]),
      ...hashing.map(({ name, perSecond }) => [name, count(perSecond), times(perSecond, raw)]),
    ]))
  })

/** A loop over some work, which answers how many things it did. */
interface Work {
  readonly name: string
  readonly once: () => number
}

/** Measures in turns (a, b, a, b), after as many turns that do not count. */
const sideBySide = (works: ReadonlyArray<Work>, { seconds, warmUpSeconds }: Pace) => {
  const turns = 4
  const results = works.map(({ name, once }) => ({ name, once, done: 0, millis: 0 }))
  for (const { once } of results) spin(once, (warmUpSeconds * 1000) / 2)
  for (let turn = 0; turn < turns; turn++) {
    for (const result of results) {
      const { done, millis } = spin(result.once, (seconds * 1000) / turns)
      result.done += done
      result.millis += millis
    }
  }
  return results.map(({ done, millis, name }) => ({ name, perSecond: (done * 1000) / millis }))
}

const spin = (once: () => number, millis: number) => {
  const start = performance.now()
  let done = 0
  let elapsed = 0
  while (elapsed < millis) {
    done += once()
    elapsed = performance.now() - start
  }
  return { done, millis: elapsed }
}

/** Ten lines of everyday prices, two rates, one with discount. */
const invoice = (seed: number) =>
  Array.from({ length: 10 }, (_, i) => ({
    cantidad: decimal6(1_000_000 * (1 + (i % 3)) + (i % 2) * 500_000),
    precio: decimal8(BigInt(1_295 + 731 * i + 17 * seed) * 1_000_000n),
    descuento: decimal6(i === 4 ? 5_000_000 : 0),
    tipo_iva: decimal6(i % 4 === 3 ? 10_000_000 : 21_000_000),
  }))

const invoices = Array.from({ length: 200 }, (_, seed) => invoice(seed))

const settings = { region: "peninsula", recargo_equivalencia: false, irpf: 15, suplidos: cents(0) } as const

/** The sum keeps the work from being optimised away. */
const overInvoices = (name: string, totalsOf: typeof exclusiveTotals): Work => ({
  name,
  once: () => {
    let sum = 0
    for (const lines of invoices) sum += Either.getOrThrow(totalsOf(lines, settings)).total
    if (sum === 0) throw new Error("invoices of nothing")
    return invoices.length
  },
})

const exclusive = overInvoices("totals of 10 lines, prices without tax", exclusiveTotals)
const inclusive = overInvoices("totals of 10 lines, prices with tax", inclusiveTotals)

const hashByHost = (text: string): string => createHash("sha256").update(text).digest("hex").toUpperCase()

const fields = (i: number, previous: string | null) => ({
  IDEmisorFactura: "B12345674",
  NumSerieFactura: `A-${i}`,
  FechaExpedicionFactura: "20-11-2026",
  TipoFactura: "F1",
  CuotaTotal: "24.61",
  ImporteTotal: "154.88",
  Huella: previous,
  FechaHoraHusoGenRegistro: "2026-11-20T10:00:00+01:00",
})

/** A chain long enough that its records do not stay in the nearest cache. */
const chain = ((): ReadonlyArray<ChainRecord> => {
  const records: Array<ChainRecord> = []
  for (let orden = 1; orden <= 20_000; orden++) {
    const huella_anterior = records.at(-1)?.huella ?? null
    const cadena = canonicalAlta(fields(orden, huella_anterior))
    records.push({ orden, cadena, huella: hashByHost(cadena), huella_anterior })
  }
  return records
})()

const overChain = (name: string, judge: () => (record: ChainRecord) => unknown): Work => ({
  name,
  once: () => {
    const one = judge()
    for (const record of chain) if (one(record) === false) throw new Error("a fault in an intact chain")
    return chain.length
  },
})

const rawHash = overChain("SHA-256 of a record's text, node:crypto alone", () => ({ cadena }) =>
  hashByHost(cadena))

const record = overChain("text and huella of a record", () => ({ huella_anterior, orden }) =>
  huellaOf(canonicalAlta(fields(orden, huella_anterior))))

const verify = overChain("records of a chain verified", () => {
  const { next } = chainVerifier()
  return (found) => next(found) === undefined
})

const verifyByHost = overChain("records verified, hashed by node:crypto", () => {
  const { next } = chainVerifier(hashByHost)
  return (found) => next(found) === undefined
})
