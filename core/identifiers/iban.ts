import { withoutSeparators } from "./separators.ts"

/** The length of an IBAN by country (SWIFT IBAN registry). */
const countriesByLength: ReadonlyArray<readonly [number, string]> = [
  [15, "NO"],
  [16, "BE"],
  [18, "DK FI FK FO GL NL SD"],
  [19, "MK SI"],
  [20, "AT BA EE KZ LT LU MN XK"],
  [21, "CH HR LI LV"],
  [22, "BG BH CR DE GB GE IE ME RS VA"],
  [23, "AE GI IL IQ OM SO TL"],
  [24, "AD CZ DZ ES MD PK RO SA SE SK TN VG"],
  [25, "LY PT ST"],
  [26, "IS TR"],
  [27, "BI DJ FR GR IT MC MR SM"],
  [28, "AL AZ BY CY DO GT HN HU LB NI PL SV"],
  [29, "BR EG PS QA UA"],
  [30, "JO KW MU YE"],
  [31, "MT SC"],
  [32, "LC"],
  [33, "RU"],
]

const lengths = new Map<string, number>()
for (const [length, countries] of countriesByLength) {
  for (const country of countries.split(" ")) lengths.set(country, length)
}

/** Check digits run from 02 to 98. Though 00, 01 and 99 may pass the check modulo 97, no bank makes them. */
const form = /^([A-Z]{2})(?!00|01|99)\d{2}[A-Z0-9]{11,30}$/

/** An account number as it is stored: upper case, without blanks, dots or hyphens. */
export const normaliseIban = (text: string): string => withoutSeparators(text)

/**
 * Why a normalised text cannot be an IBAN, in Spanish; undefined where it can (ISO 13616). Checks its form, its length where
 * the registry lists its country, and its check digits.
 */
export const ibanProblem = (normalised: string): string | undefined => {
  const country = form.exec(normalised)?.[1]
  if (country === undefined) return "el IBAN no tiene la forma de un número de cuenta internacional"
  const length = lengths.get(country)
  if (length !== undefined && normalised.length !== length) {
    return `un IBAN de ${country} tiene ${length} caracteres`
  }
  return remainder97(normalised) === 1 ? undefined : "los dígitos de control del IBAN no son correctos"
}

/**
 * The remainder modulo 97 of the number that ISO 7064 makes of an IBAN: its first four characters are moved to the end, and
 * letters become A = 10 to Z = 35. It is 1 where the check digits are right.
 */
const remainder97 = (iban: string): number => {
  let remainder = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder
}
