import { type Cents, centsText } from "./cents.ts"

// Numbers as a Spanish reader writes them, for PDF, e-mail and reasons. Without Intl: every runtime prints the same.

const noBreakSpace = "\u00a0"

/** A decimal's plain text ("1234.5") with comma and a dot at every thousand: "1.234,5". */
export const spanishDecimal = (text: string): string => {
  const [whole = "", fraction] = text.split(".")
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ".")
  return fraction === undefined ? grouped : `${grouped},${fraction}`
}

/** A number: 0,01 and 3.000. */
export const spanishNumber = (value: number): string => spanishDecimal(String(value))

/** An amount without its currency: "1.234,56". */
export const spanishAmount = (amount: Cents): string => spanishDecimal(centsText(amount))

/** An amount with its ISO 4217 currency: "1.234,56 €", "1.234,56 USD"; the space does not break. */
export const spanishMoney = (amount: Cents, divisa: string): string =>
  `${spanishAmount(amount)}${noBreakSpace}${divisa === "EUR" ? "€" : divisa}`

/** An amount of euros: "1.234,56 €". */
export const spanishEuros = (amount: Cents): string => spanishMoney(amount, "EUR")
