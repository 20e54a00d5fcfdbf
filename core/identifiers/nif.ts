import { withoutSeparators } from "./separators.ts"

const controlLetters = "TRWAGMYFPDXBNJZSQVHLCKE"
const entityLetters = "JABCDEFGHI"

const person = /^(\d|[KLMXYZ])(\d{7})([A-Z])$/
const entity = /^([ABCDEFGHJNPQRSUVW])(\d{7})([\dA-J])$/

/**
 * These entities end in a letter (Orden EHA/451/2008), and these in a digit, unless they are not resident (00); the others in
 * a digit or, before that Orden, in a letter.
 */
const letterOnly = /^[NPQRSW]/
const digitOnly = /^[ABEH](?!00)/

/** What a natural person's first character stands for in the number that is divided by 23. */
const leadingDigits = new Map([["K", ""], ["L", ""], ["M", ""], ["X", "0"], ["Y", "1"], ["Z", "2"]])

/**
 * A tax id as it is stored: upper case, without blanks, dots or hyphens, and without the leading ES of a
 * Spanish one (decisions section 2). Foreign ids lose only the separators.
 */
export const normaliseNif = (text: string): string => {
  const compact = withoutSeparators(text)
  return compact.startsWith("ES") && hasSpanishForm(compact.slice(2)) ? compact.slice(2) : compact
}

/**
 * Why a normalised tax id cannot be, in Spanish. What has the form of a Spanish one (DNI, NIE, K/L/M, entity)
 * must end in its control character (RD 1065/2007 arts. 19 to 22); any other form is foreign and passes.
 */
export const nifProblem = (normalised: string): string | undefined => {
  if (normalised === "") return "el NIF está vacío"
  const allowed = controlCharacters(normalised)
  return allowed === undefined || allowed.includes(normalised.slice(-1))
    ? undefined
    : "el carácter de control del NIF no es correcto"
}

/** Whether a normalised tax id is a Spanish one: its form, and its control character too. */
export const isSpanishNif = (normalised: string): boolean =>
  controlCharacters(normalised)?.includes(normalised.slice(-1)) ?? false

/** Whether a normalised tax id is the Spanish one of a natural person. */
export const isPersonalNif = (normalised: string): boolean => person.test(normalised) && isSpanishNif(normalised)

const hasSpanishForm = (compact: string): boolean => person.test(compact) || entity.test(compact)

/** The characters that an id of Spanish form may end in; undefined for another form. */
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

/** As a digit, and as a letter. */
const entityControls = (digits: string): readonly [digit: string, letter: string] => {
  let sum = 0
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits.charAt(place))
    const doubled = digit * 2
    // The digits of twice the digit, at the odd places counted from one.
    sum += place % 2 === 0 ? (doubled > 9 ? doubled - 9 : doubled) : digit
  }
  const control = (10 - (sum % 10)) % 10
  return [String(control), entityLetters.charAt(control)]
}
