import type { Contact } from "../contacts/Contact.ts"
import type { Expense } from "../expenses/Expense.ts"
import { plainText } from "../fields/plainText.ts"
import type { ListedInvoice } from "../invoices/Invoice.ts"
import { reference } from "../numbering/series.ts"
import type { Product } from "../products/Product.ts"

/** Words of a query that lists take: each costs a look at an index. */
export const maxSearchWords = 10

/** The words of a query; each must be part of a word of the row (decisions, section 5). */
export const searchWords = (query: string): ReadonlyArray<string> =>
  plainText(query).split(/\s+/).filter((word) => word !== "")

const joined = (...texts: ReadonlyArray<string | null>): string =>
  plainText(texts.filter((text) => text !== null).join(" ")).replaceAll(/\s+/g, " ")

type Searched = Pick<ListedInvoice, "numero" | "recipient" | "serie">

/** What `buscar` looks through of whom a document is for; no word goes from there into its reference. */
export const recipientSearchText = ({ recipient }: Pick<Searched, "recipient">): string =>
  joined(recipient?.nombre ?? null, recipient?.nif ?? null).trim()

/** What `buscar` looks through, by table (decisions, section 2). */
export const searchTexts = {
  contact: ({ email, nif, nombre, referencia }: Contact): string => joined(nombre, nif, email, referencia),
  product: ({ codigo_barras, descripcion, nombre, sku }: Product): string => joined(nombre, sku, codigo_barras, descripcion),
  expense: ({ categoria, proveedor, referencia }: Expense): string => joined(referencia, proveedor, categoria),
  invoice: ({ numero, recipient, serie }: Searched): string =>
    joined(numero === null ? null : reference(serie, numero), recipient?.nombre ?? null, recipient?.nif ?? null),
} as const

/** Whether a row's search text has every word. */
export const matchesWords = (text: string, words: ReadonlyArray<string>): boolean =>
  words.every((word) => text.includes(word))
