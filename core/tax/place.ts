import { plainText } from "../text/plainText.ts"
import type { Region } from "./regions.ts"

/**
 * Where a customer is, for tax: one of Spain's territories; the Union, as a business with an intra-EU VAT id of
 * another State (`union`) or without one (`union_unregistered`); or anywhere else (`abroad`).
 */
export type Place = Region | "union" | "union_unregistered" | "abroad"

/** What tells where a customer is. */
export interface CustomerAddress {
  /** Normalised intra-EU VAT id. */
  readonly nif_iva: string | null
  /** ISO 3166-1 alpha-2, or Spain by its name; null is Spain. */
  readonly pais: string | null
  readonly cp: string | null
  readonly provincia: string | null
}

/** The other States of the Union (ISO codes; Greece also as its VAT ids begin, EL). */
const union = new Set("AT BE BG CY CZ DE DK EE EL FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" "))

/**
 * Where the customer is; undefined when `pais` names no country that we know. An intra-EU VAT id of another State
 * (Northern Ireland's too, whose goods count as the Union's) goes before the address.
 */
export const placeOf = ({ cp, nif_iva, pais, provincia }: CustomerAddress): Place | undefined => {
  if (nif_iva !== null && !nif_iva.startsWith("ES")) return "union"
  const country = countryCode(pais)
  if (country === "ES") return spanishRegion(cp, provincia)
  // Codes that ISO 3166-1 keeps for the Canary Islands, and for Ceuta and Melilla, which have one tax.
  if (country === "IC") return "canarias"
  if (country === "EA") return spanishRegion(cp, provincia) === "melilla" ? "melilla" : "ceuta"
  if (country === undefined) return undefined
  // Monaco counts as France (Directive 2006/112/EC art. 7).
  return union.has(country) || country === "MC" ? "union_unregistered" : "abroad"
}

/** None, its codes, and its names in the languages that documents are printed in. */
const spain = new Set(["", "es", "esp", "espana", "espanya", "espainia", "spain"])

/** The code of a country; Spain also by its name or when none is given, any other only by its code. */
export const countryCode = (pais: string | null): string | undefined => {
  const text = pais?.trim() ?? ""
  if (spain.has(plainText(text))) return "ES"
  return /^[A-Z]{2}$/.test(text) ? text : undefined
}

/** The first two digits of a postal code are its province. */
const regionsByCode: ReadonlyMap<string, Region> = new Map([
  ["35", "canarias"],
  ["38", "canarias"],
  ["51", "ceuta"],
  ["52", "melilla"],
])

/** The names of provinces, islands and cities outside the peninsula's territory, alone or among other words. */
const regionNames: ReadonlyArray<readonly [RegExp, Region]> = [
  [/\b(?:canarias?|las palmas|palmas,? \(?las|tenerife|lanzarote|fuerteventura|gomera|hierro|la graciosa)\b/, "canarias"],
  // Not La Palma del Condado, which lies in Huelva.
  [/\bla palma\b(?! del)/, "canarias"],
  [/\bceuta\b/, "ceuta"],
  [/\bmelilla\b/, "melilla"],
]

/** By the postal code, and by the province where there is none. */
const spanishRegion = (cp: string | null, provincia: string | null): Region => {
  const code = /^\s*(\d\d)\d{3}\s*$/.exec(cp ?? "")?.[1]
  if (code !== undefined) return regionsByCode.get(code) ?? "peninsula"
  const name = plainText(provincia?.trim() ?? "")
  return regionNames.find(([names]) => names.test(name))?.[1] ?? "peninsula"
}
