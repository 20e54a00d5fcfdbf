/** Twice each digit, with the digits of the result added up. */
const doubled = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9]

const entityControl = (digits: string): number => {
  const parts = [...digits].map(Number).map((digit, i) => (i % 2 === 0 ? doubled[digit] ?? 0 : digit))
  return (10 - parts.reduce((sum, part) => sum + part, 0) % 10) % 10
}

const personControl = (digits: number): string => "TRWAGMYFPDXBNJZSQVHLCKE"[digits % 23] ?? ""

/** Whether it is the NIF of a natural person: DNI, NIE (X, Y, Z), or K, L, M. */
export const isPersonNif = (text: string): boolean => {
  if (/^\d{8}[A-Z]$/.test(text)) return personControl(Number(text.slice(0, 8))) === text[8]
  if (/^[XYZ]\d{7}[A-Z]$/.test(text)) {
    const number = Number(text.slice(1, 8)) + "XYZ".indexOf(text.slice(0, 1)) * 10_000_000
    return personControl(number) === text[8]
  }
  return /^[KLM]\d{7}[A-Z]$/.test(text) && personControl(Number(text.slice(1, 8))) === text[8]
}

/**
 * Whether it is the NIF of an entity. Sources differ on which kinds must end in a digit, so those that may end in a digit
 * may also end in its letter.
 */
const isEntityNif = (text: string): boolean => {
  if (!/^[ABCDEFGHJNPQRSUVW]\d{7}[0-9A-J]$/.test(text)) return false
  const control = entityControl(text.slice(1, 8))
  if (text[8] === "JABCDEFGHI"[control]) return true
  return !/^[NPQRSW]/.test(text) && text[8] === String(control)
}

/** Whether it has nine characters, the last of which is the right control character. */
export const isNif = (text: string): boolean => isPersonNif(text) || isEntityNif(text)
