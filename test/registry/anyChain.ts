import * as fc from "fast-check"
import { createHash } from "node:crypto"
import { type ChainEnd, type ChainRecord, verifyChain } from "../../core/registry/chain.ts"
import { canonicalAlta, canonicalAnulacion } from "../../core/registry/huella.ts"

// Chains of random records, alta and anulacion mixed, with random texts in their fields.

/** SHA-256 in upper-case hex, by the host's implementation. */
export const hash = (text: string): string => createHash("sha256").update(text).digest("hex").toUpperCase()

/** The hashed text of a record, given the huella it links to. */
export type Content = (previous: string | null) => string

/** Any character of Unicode except surrogates, often a plain one. */
export const mostlyPlainCharacter = fc.oneof(
  fc.integer({ min: 0x20, max: 0x7e }),
  fc.integer({ min: 0, max: 0xd7ff }),
  fc.integer({ min: 0xe000, max: 0x10ffff }),
).map((code) => String.fromCodePoint(code))

const anyField = fc.oneof(
  fc.string({ unit: mostlyPlainCharacter, maxLength: 8 }),
  fc.constantFrom("&", "=", "ñ€", "A/1 = B&C", "1&Huella=2", "&Huella=&FechaHoraHusoGenRegistro="),
)
const anyTime = fc.constantFrom("2026-11-20T10:00:00+01:00", "2027-07-01T00:00:00+02:00")

const anyAlta = fc.tuple(anyField, anyField, anyField, anyField, anyField, anyField, anyTime)
  .map(([nif, number, date, type, tax, total, time]): Content => (Huella) =>
    canonicalAlta({
      IDEmisorFactura: nif,
      NumSerieFactura: number,
      FechaExpedicionFactura: date,
      TipoFactura: type,
      CuotaTotal: tax,
      ImporteTotal: total,
      Huella,
      FechaHoraHusoGenRegistro: time,
    }))
const anyAnulacion = fc.tuple(anyField, anyField, anyField, anyTime)
  .map(([nif, number, date, time]): Content => (Huella) =>
    canonicalAnulacion({
      IDEmisorFacturaAnulada: nif,
      NumSerieFacturaAnulada: number,
      FechaExpedicionFacturaAnulada: date,
      Huella,
      FechaHoraHusoGenRegistro: time,
    }))
/** The text of an alta or an anulacion with random fields. */
export const anyContent = fc.oneof(anyAlta, anyAnulacion)

/** A record with the right hash. */
export const record = (content: Content, orden: number, previous: string | null): ChainRecord => {
  const cadena = content(previous)
  return { orden, cadena, huella: hash(cadena), huella_anterior: previous }
}

/** The chain with one more record. */
export const append = (chain: ReadonlyArray<ChainRecord>, content: Content): ReadonlyArray<ChainRecord> =>
  [...chain, record(content, chain.length + 1, chain.at(-1)?.huella ?? null)]

/** A chain without records. */
export const emptyChain: ReadonlyArray<ChainRecord> = []

/** An intact chain of at least that many records. */
export const anyChainOf = (minLength: number) =>
  fc.array(anyContent, { minLength, maxLength: 7 }).map((contents) =>
    contents.reduce(append, emptyChain))

/** The head of an intact chain. */
export const headOf = (chain: ReadonlyArray<ChainRecord>): ChainEnd | null => chain.at(-1) ?? null

/** The place and class of the first fault, such as "3 edited", or "intact". */
export const verdict = (chain: ReadonlyArray<ChainRecord>, head?: ChainEnd | null): string => {
  const found = verifyChain(() => chain, head, hash)
  return found === undefined ? "intact" : `${found.orden} ${found.clase}`
}

/** The chain with other records in place of one. */
export const replaced = (
  chain: ReadonlyArray<ChainRecord>,
  old: ChainRecord,
  ...by: ReadonlyArray<ChainRecord>
): ReadonlyArray<ChainRecord> => chain.flatMap((one) => (one === old ? by : [one]))

/** The chain in the order in which a store reads it. */
export const inOrder = (chain: ReadonlyArray<ChainRecord>): ReadonlyArray<ChainRecord> =>
  chain.toSorted((one, other) => one.orden - other.orden)
