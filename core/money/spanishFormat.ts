import { type Cents, centsText } from "./cents.ts"

// Numbers in the Spanish form, for PDF files, letters and reasons. Without Intl, so that every runtime writes the same.

const noBreakSpace = "\u00a0"

/** Rewrites a decimal's plain text, "1234.5", with a comma and with dots at the thousands: "1.234,5". */
export const spanishDecimal = (text: string): string => {
  const [whole = "", fraction] = text.split(".")
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ".")
  return fraction === undefined ? grouped : `${grouped},${fraction}`
}

/** A number, such as "0,01" or "3.000". */
export const spanishNumber = (value: number): string => spanishDecimal(String(value))

/** An amount without its currency: "1.234,56". */
export const spanishAmount = (amount: Cents): string => spanishDecimal(centsText(amount))

/** An amount with its currency (ISO 4217): "1.234,56 €", "1.234,56 USD". The blank does not break. */
export const spanishMoney = (amount: Cents, divisa: string): string =>
  `${spanishAmount(amount)}${noBreakSpace}${divisa === "EUR" ? "€" : divisa}`

/** An amount of euros: "1.234,56 €". */
export const spanishEuros = (amount: Cents): string => spanishMoney(amount, "EUR")
