import { sha256 } from "@noble/hashes/sha2.js"
import { passingUtf8 } from "../signing/utf8.ts"

/**
 * The huella, the hash of a record, by AEAT's "Especificaciones técnicas para generación de la huella" 0.1.2. The values are
 * the exact texts of the XML fields: "41.4" and "41.40" give different hashes.
 */

/** The hashed fields of a RegistroAlta under AEAT's names. */
export interface AltaFields {
  readonly IDEmisorFactura: string
  readonly NumSerieFactura: string
  /** "DD-MM-YYYY". */
  readonly FechaExpedicionFactura: string
  readonly TipoFactura: string
  readonly CuotaTotal: string
  readonly ImporteTotal: string
  /** Huella of the previous record; null for the first of the chain. */
  readonly Huella: string | null
  /** "YYYY-MM-DDThh:mm:ss+01:00". */
  readonly FechaHoraHusoGenRegistro: string
}

/** The hashed fields of a RegistroAnulacion under AEAT's names. */
export interface AnulacionFields {
  readonly IDEmisorFacturaAnulada: string
  readonly NumSerieFacturaAnulada: string
  /** "DD-MM-YYYY". */
  readonly FechaExpedicionFacturaAnulada: string
  /** Huella of the previous record; null for the first of the chain. */
  readonly Huella: string | null
  /** "YYYY-MM-DDThh:mm:ss+01:00". */
  readonly FechaHoraHusoGenRegistro: string
}

/** The exact text that is hashed for an invoice: name=value joined by &, values trimmed, nothing escaped. */
export const canonicalAlta = (fields: AltaFields): string =>
  `IDEmisorFactura=${trim(fields.IDEmisorFactura)}` +
  `&NumSerieFactura=${trim(fields.NumSerieFactura)}` +
  `&FechaExpedicionFactura=${trim(fields.FechaExpedicionFactura)}` +
  `&TipoFactura=${trim(fields.TipoFactura)}` +
  `&CuotaTotal=${trim(fields.CuotaTotal)}` +
  `&ImporteTotal=${trim(fields.ImporteTotal)}` +
  chained(fields)

/** The exact text that is hashed for an annulment. */
export const canonicalAnulacion = (fields: AnulacionFields): string =>
  `IDEmisorFacturaAnulada=${trim(fields.IDEmisorFacturaAnulada)}` +
  `&NumSerieFacturaAnulada=${trim(fields.NumSerieFacturaAnulada)}` +
  `&FechaExpedicionFacturaAnulada=${trim(fields.FechaExpedicionFacturaAnulada)}` +
  chained(fields)

const chained = (fields: Pick<AltaFields, "Huella" | "FechaHoraHusoGenRegistro">): string =>
  `&Huella=${trim(fields.Huella ?? "")}&FechaHoraHusoGenRegistro=${trim(fields.FechaHoraHusoGenRegistro)}`

/** Trims like Java's String.trim, which AEAT uses: control characters and blanks go, no-break spaces stay. */
// oxlint-disable-next-line no-control-regex -- control characters are what this cuts
const trim = (value: string): string => value.replace(/^[\u0000-\u0020]+|[\u0000-\u0020]+$/g, "")

/**
 * The previous record's huella in a hashed text: null if the text is that of a first record, undefined if it has no such
 * field. The text is read from its end, because only earlier values can hold an ampersand.
 */
export const huellaInCanonical = (canonical: string): string | null | undefined => {
  const end = canonical.lastIndexOf("&FechaHoraHusoGenRegistro=")
  const name = canonical.lastIndexOf("&Huella=", end)
  if (name < 0 || end < 0) return undefined
  return canonical.slice(name + "&Huella=".length, end) || null
}

/** SHA-256 of the text in UTF-8, 64 upper-case hex digits. */
export const huellaOf = (canonical: string): string => {
  blank._cloneInto(working).update(passingUtf8(canonical)).digestInto(digest)
  let huella = ""
  for (const byte of digest) huella += hex[byte]
  return huella
}

// Used again for every text: to make them each time would cost as much as the hashing.
const blank = sha256.create()
const working = sha256.create()
const digest = new Uint8Array(32)

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0").toUpperCase())
