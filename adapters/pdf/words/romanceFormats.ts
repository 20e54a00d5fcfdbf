import { spanishDate } from "../../../core/calendar/civilDate.ts"
import { spanishDecimal, spanishMoney } from "../../../core/money/spanishFormat.ts"
import type { Formats } from "./words.ts"

/** Spanish, Catalan and Galician: "1.234,5", "21 %", "1.234,56 €", "20/11/2026". */
export const romanceFormats: Formats = {
  date: spanishDate,
  decimal: spanishDecimal,
  decimalMark: ",",
  percent: (text) => `${spanishDecimal(text)}\u00a0%`,
  money: spanishMoney,
}
