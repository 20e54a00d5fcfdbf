import { withoutSeparators } from "./separators.ts"

/** The control letter of a natural person's id, by its number modulo 23. */
const controlLetters = "TRWAGMYFPDXBNJZSQVHLCKE"

/** The control letter of an entity's id, by its control digit. */
const entityLetters = "JABCDEFGHI"

const person = /^(\d|[KLMXYZ])(\d{7})([A-Z])$/
const entity = /^([ABCDEFGHJNPQRSUVW])(\d{7})([\dA-J])$/

/** Ids of the kinds of entities whose control character is a letter (Orden EHA/451/2008). */
const letterOnly = /^[NPQRSW]/

/** Ids of the kinds whose control character is a digit, but for entities not resident (00). All others may have either. */
const digitOnly = /^[ABEH](?!00)/

/** What the first letter of a natural person's id becomes in the number whose remainder modulo 23 decides the control letter. */
const leadingDigits = new Map([["K", ""], ["L", ""], ["M", ""], ["X", "0"], ["Y", "1"], ["Z", "2"]])

/**
 * A tax id as it is stored: upper case, without blanks, dots or hyphens, and without the ES before a Spanish one (decisions,
 * section 2).
 */
export const normaliseNif = (text: string): string => {
  const compact = withoutSeparators(text)
  return compact.startsWith("ES") && hasSpanishForm(compact.slice(2)) ? compact.slice(2) : compact
}

/**
 * Why a normalised text cannot be a tax id, in Spanish; undefined where it can. What has the form of a Spanish one (DNI, NIE,
 * K/L/M, entity) must end in the right control character (RD 1065/2007 arts. 19 to 22). Anything else is taken to be foreign.
 */
export const nifProblem = (normalised: string): string | undefined => {
  if (normalised === "") return "el NIF está vacío"
  const allowed = controlCharacters(normalised)
  return allowed === undefined || allowed.includes(normalised.slice(-1))
    ? undefined
    : "el carácter de control del NIF no es correcto"
}

/** Whether a normalised tax id is a Spanish one, by its form and its control character. */
export const isSpanishNif = (normalised: string): boolean =>
  controlCharacters(normalised)?.includes(normalised.slice(-1)) ?? false

/** Whether a normalised tax id is that of a natural person in Spain (DNI, NIE or K/L/M). */
export const isPersonalNif = (normalised: string): boolean => person.test(normalised) && isSpanishNif(normalised)

const hasSpanishForm = (compact: string): boolean => person.test(compact) || entity.test(compact)

/** The characters in which an id of Spanish form may end, by the rest of it; undefined for any other form. */
const controlCharacters = (normalised: string): string | undefined => {
  const [, lead = "", digits] = person.exec(normalised) ?? []
  if (digits !== undefined) {
    return controlLetters.charAt(Number((leadingDigits.get(lead) ?? lead) + digits) % 23)
  }
  const body = entity.exec(normalised)?.[2]
  if (body === undefined) return undefined
  const [digit, letter] = entityControls(body)
  if (letterOnly.test(normalised)) return letter
  return digitOnly.test(normalised) ? digit : digit + letter
}

/** The control character for the seven digits of an entity's id, as a digit and as a letter. */
const entityControls = (digits: string): readonly [digit: string, letter: string] => {
  let sum = 0
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits.charAt(place))
    const doubled = digit * 2
    // At the first place, the third and so on, the sum of the digits of the doubled digit counts.
    sum += place % 2 === 0 ? (doubled > 9 ? doubled - 9 : doubled) : digit
  }
  const control = (10 - (sum % 10)) % 10
  return [String(control), entityLetters.charAt(control)]
}
