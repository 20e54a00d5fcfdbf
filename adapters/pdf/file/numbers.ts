/** A number as PDF writes it, to a thousandth. */
export const decimal = (value: number): string => String(Math.round(value * 1000) / 1000)

/** A number in hexadecimal, with at least so many digits. */
export const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, "0")

/** The UTF-16 code units of a text, four hexadecimal digits each. */
export const utf16Hex = (text: string): string => {
  let units = ""
  for (let at = 0; at < text.length; at++) units += hex(text.charCodeAt(at), 4)
  return units
}

/** Points (1/72 inch) in so many millimetres. */
export const millimetres = (count: number): number => (count * 72) / 25.4
