import type { CivilDate } from "../../../core/calendar/civilDate.ts"
import type { Invoice } from "../../../core/invoices/Invoice.ts"
import { invoiceResource } from "../../../core/invoices/invoiceResource.ts"

/** Values that are read often and never change: their JSON is written once, in UTF-8, and kept for as long as they are. */

const utf8 = new TextEncoder()

const texts = new WeakMap<object, Uint8Array>()

/** The JSON of a value that lists may show again. */
export const textOf = (item: object): Uint8Array => {
  const known = texts.get(item)
  if (known !== undefined) return known
  const text = utf8.encode(JSON.stringify(item))
  texts.set(item, text)
  return text
}

const invoiceTexts = new WeakMap<Invoice, { readonly today: CivilDate; readonly text: Uint8Array }>()

/** The JSON of a whole invoice as of the company's day: a storage may give the same row again. */
export const invoiceText = (invoice: Invoice, today: CivilDate): Uint8Array => {
  const known = invoiceTexts.get(invoice)
  if (known?.today === today) return known.text
  const text = utf8.encode(JSON.stringify(invoiceResource(invoice, today)))
  invoiceTexts.set(invoice, { today, text })
  return text
}
