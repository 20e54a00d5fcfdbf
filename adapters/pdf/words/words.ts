import type { CivilDate } from "../../../core/calendar/civilDate.ts"
import type { PaymentForm } from "../../../core/invoices/Invoice.ts"
import type { Cents } from "../../../core/money/cents.ts"
import type { PrintableKind, Treatment } from "../../../core/ports/PdfPrinter.ts"
import type { Mention } from "../../../core/printing/mentions.ts"
import type { PrintLanguage } from "../../../core/printing/printLanguage.ts"
import type { Tax } from "../../../core/tax/regions.ts"
import { basque } from "./wordsBasque.ts"
import { catalan } from "./wordsCatalan.ts"
import { english } from "./wordsEnglish.ts"
import { galician } from "./wordsGalician.ts"
import { spanish } from "./wordsSpanish.ts"

/** How a language writes figures and days. Decimals and percentages are given as plain texts: "1234.5". */
export interface Formats {
  readonly date: (date: CivilDate) => string
  readonly decimal: (text: string) => string
  /** The sign between the whole and the fraction of a decimal. */
  readonly decimalMark: string
  readonly percent: (text: string) => string
  /** With its ISO 4217 currency. */
  readonly money: (amount: Cents, divisa: string) => string
}

/** Every word that a document has of its own, and not from its data, in one language. */
export interface Words extends Formats {
  readonly titles: Readonly<Record<PrintableKind, string>>
  /** What is drawn large across the page. */
  readonly stamps: { readonly draft: string; readonly cancelled: string; readonly test: string }
  readonly draft: string
  readonly notAnInvoice: string
  readonly test: string
  readonly cancelled: (motive: string | null) => string
  readonly issuer: string
  readonly customer: string
  readonly taxId: string
  /** Stands before an id that is no Spanish tax id, which may be that of a passport. */
  readonly foreignId: string
  readonly vatId: string
  readonly number: string
  readonly noNumber: string
  readonly issued: string
  readonly operated: string
  readonly due: (days: number) => string
  readonly terms: string
  readonly payment: string
  readonly payments: Readonly<Record<PaymentForm, string>>
  readonly concept: string
  readonly quantity: string
  readonly price: string
  readonly discount: string
  readonly amount: string
  readonly untaxed: Readonly<Record<Exclude<Treatment, "taxed">, string>>
  readonly broughtForward: string
  readonly carriedForward: string
  readonly base: string
  readonly rateOf: (tax: Tax) => string
  readonly quotaOf: (tax: Tax) => string
  readonly surcharge: string
  readonly surchargeQuota: string
  readonly surchargeTotalOf: (tax: Tax) => string
  readonly invoiceTotal: string
  readonly total: string
  readonly withholding: (percent: string) => string
  readonly disbursements: string
  readonly toPay: string
  /** Names an invoice by its number and day. */
  readonly named: (numserie: string, date: string) => string
  readonly rectifies: string
  readonly reason: string
  readonly method: string
  readonly methods: Readonly<Record<"diferencias" | "sustitucion", string>>
  readonly replaced: (base: string, quota: string) => string
  /** By how much a substitution changes what it replaces. */
  readonly rectified: (base: string, quota: string) => string
  readonly exchanged: (invoices: number) => string
  readonly inEuros: (rate: string) => string
  readonly mentions: string
  readonly mention: (mention: Mention) => string
  readonly notes: string
  readonly page: (page: number, pages: number) => string
  /** The text for those who do not see the logo. */
  readonly logoOf: (name: string) => string
  readonly qrOf: (address: string) => string
}

const all: Readonly<Record<PrintLanguage, Words>> =
  { es: spanish, ca: catalan, gl: galician, eu: basque, en: english }

/** The words of a language. */
export const wordsOf = (language: PrintLanguage): Words => all[language]
