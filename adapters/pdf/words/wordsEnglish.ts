import type { CivilDate } from "../../../core/calendar/civilDate.ts"
import { centsText } from "../../../core/money/cents.ts"
import type { Mention } from "../../../core/printing/mentions.ts"
import type { Tax } from "../../../core/tax/regions.ts"
import type { Words } from "./words.ts"

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ")

/** "20 Nov 2026": day and month cannot be taken for one another. */
const date = (day: CivilDate): string =>
  `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1] ?? ""} ${day.slice(0, 4)}`.replaceAll(" ", "\u00a0")

const decimal = (text: string): string => {
  const [whole = "", fraction] = text.split(".")
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ",")
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

const taxes: Record<Tax, string> = { IVA: "VAT", IGIC: "IGIC", IPSI: "IPSI" }

const rule = ({ article, law }: Mention): string => {
  if (law === null) return ""
  return article === null ? ` (${law})` : ` (art. ${article}, ${law})`
}

const mention = (it: Mention): string => {
  const tax = taxes[it.tax]
  switch (it.kind) {
    case "exempt":
      return `Exempt from ${tax}${rule(it)}.`
    case "export":
      return `Export, exempt from ${tax}${rule(it)}.`
    case "intra_union":
      return `Intra-Community supply, exempt from ${tax}${rule(it)}.`
    case "small_business":
      return `Exención franquicia fiscal: exempt from ${tax} under the small-business scheme${rule(it)}.`
    case "retailer":
      return `Retailer (comerciante minorista): exempt from ${tax}${rule(it)}.`
    case "not_subject":
      return `Not subject to Spanish ${tax} by place of supply${rule(it)}.`
    case "reverse_charge":
      return "Reverse charge (inversión del sujeto pasivo)."
    case "surcharge":
      return it.tax === "IGIC" ? "Subject to the retailers’ surcharge (recargo de comerciantes minoristas)."
        : "Subject to the equivalence surcharge (recargo de equivalencia)."
  }
}

/** English, with dot decimals and the names of months. */
export const english: Words = {
  date,
  decimal,
  decimalMark: ".",
  percent: (text) => `${decimal(text)}%`,
  money: (amount, divisa) => `${decimal(centsText(amount))}\u00a0${divisa === "EUR" ? "€" : divisa}`,
  titles: {
    invoice: "Invoice",
    simplified: "Simplified invoice",
    rectifying: "Rectifying invoice",
    simplified_rectifying: "Simplified rectifying invoice",
    quote: "Quote",
    delivery: "Delivery note",
    proforma: "Pro forma invoice",
  },
  stamps: { draft: "DRAFT", cancelled: "ANNULLED", test: "TEST" },
  draft: "Draft: neither numbered nor valid.",
  notAnInvoice: "This document is not an invoice.",
  test: "Test document: it is not in the tax agency’s (AEAT) invoice registry.",
  cancelled: (motive) => motive === null ? "Invoice annulled." : `Invoice annulled. Reason: ${motive}`,
  issuer: "Issuer",
  customer: "Customer",
  taxId: "Tax ID (NIF)",
  foreignId: "ID",
  vatId: "VAT ID",
  number: "Number",
  noNumber: "Not numbered",
  issued: "Date of issue",
  operated: "Date of operation",
  due: (days) => days === 1 ? "Due date" : "Due dates",
  terms: "Payment terms",
  payment: "Payment",
  payments: {
    transfer: "Bank transfer",
    cash: "Cash",
    card: "Card",
    direct_debit: "Direct debit",
    other: "Other",
  },
  concept: "Description",
  quantity: "Quantity",
  price: "Price",
  discount: "Disc.",
  amount: "Amount",
  untaxed: { exempt: "Exempt", not_subject: "Not subject" },
  broughtForward: "Brought forward",
  carriedForward: "Carried forward",
  base: "Taxable base",
  rateOf: (tax) => taxes[tax],
  quotaOf: (tax) => `${taxes[tax]} amount`,
  surcharge: "Surcharge",
  surchargeQuota: "Surch. amount",
  surchargeTotalOf: (tax) => tax === "IGIC" ? "Retailers’ surcharge" : "Equivalence surcharge",
  invoiceTotal: "Invoice total",
  total: "Total",
  withholding: (percent) => `Withholding tax (IRPF) ${percent}`,
  disbursements: "Disbursements",
  toPay: "Total to pay",
  named: (numserie, day) => `${numserie} of ${day}`,
  rectifies: "Rectifies",
  reason: "Reason for the rectification",
  method: "Method",
  methods: { diferencias: "By differences", sustitucion: "By substitution" },
  replaced: (base, quota) => `Amounts replaced: base ${base}, tax ${quota}.`,
  rectified: (base, quota) => `Amount of the rectification: base ${base}, tax ${quota}.`,
  exchanged: (invoices) =>
    invoices === 1 ? "Replaces the simplified invoice" : "Replaces the simplified invoices",
  inEuros: (rate) => `Amounts in euros (${rate})`,
  mentions: "Statements",
  mention,
  notes: "Notes",
  page: (page, pages) => `Page ${page} of ${pages}`,
  logoOf: (name) => `Logo of ${name}`,
  qrOf: (address) => `QR code with the address ${address}`,
}
