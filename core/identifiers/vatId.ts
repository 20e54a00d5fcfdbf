import { withoutSeparators } from "./separators.ts"

/** What follows the country prefix in each state's VAT ids, as VIES publishes it. */
const patterns: ReadonlyMap<string, RegExp> = new Map([
  ["AT", /^U\d{8}$/],
  ["BE", /^[01]\d{9}$/],
  ["BG", /^\d{9,10}$/],
  ["CY", /^\d{8}[A-Z]$/],
  ["CZ", /^\d{8,10}$/],
  ["DE", /^\d{9}$/],
  ["DK", /^\d{8}$/],
  ["EE", /^\d{9}$/],
  ["EL", /^\d{9}$/],
  // Letter or digit at both ends, but not a digit at both.
  ["ES", /^(?:[A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/],
  ["FI", /^\d{8}$/],
  ["FR", /^[A-Z0-9]{2}\d{9}$/],
  ["HR", /^\d{11}$/],
  ["HU", /^\d{8}$/],
  ["IE", /^(?:\d[A-Z0-9+*]\d{5}[A-Z]|\d{7}[A-W][A-I])$/],
  ["IT", /^\d{11}$/],
  ["LT", /^(?:\d{9}|\d{12})$/],
  ["LU", /^\d{8}$/],
  ["LV", /^\d{11}$/],
  ["MT", /^\d{8}$/],
  ["NL", /^[A-Z0-9+*]{12}$/],
  ["PL", /^\d{10}$/],
  ["PT", /^\d{9}$/],
  ["RO", /^[1-9]\d{1,9}$/],
  ["SE", /^\d{12}$/],
  ["SI", /^\d{8}$/],
  ["SK", /^\d{10}$/],
  ["XI", /^(?:\d{9}|\d{12}|(?:GD|HA)\d{3})$/],
])

/** An intra-EU VAT id as it is stored: upper case, without blanks, dots or hyphens, prefix kept. */
export const normaliseNifIva = (text: string): string => withoutSeparators(text)

/**
 * Why a normalised text cannot be an intra-EU VAT id, in Spanish; undefined where it can. Checks its country prefix (EL for
 * Greece, XI for Northern Ireland) and the form that its state has in VIES, but does not ask VIES whether it exists.
 */
export const nifIvaProblem = (normalised: string): string | undefined => {
  const prefix = normalised.slice(0, 2)
  if (prefix === "GR") return "el NIF-IVA de Grecia empieza por EL"
  const pattern = patterns.get(prefix)
  if (pattern === undefined) return "el NIF-IVA debe empezar por el código de un Estado de la Unión Europea"
  return pattern.test(normalised.slice(2)) ? undefined : `el NIF-IVA no tiene la forma de los de ${prefix}`
}
