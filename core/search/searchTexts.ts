import type { Contact } from "../contacts/Contact.ts"
import type { Expense } from "../expenses/Expense.ts"
import type { ListedInvoice } from "../invoices/Invoice.ts"
import { reference } from "../invoices/reference.ts"
import type { Member } from "../members/Member.ts"
import type { Product } from "../products/Product.ts"
import { plainText } from "../text/plainText.ts"

const joined = (...texts: ReadonlyArray<string | null>): string =>
  plainText(texts.filter((text) => text !== null).join(" ")).replaceAll(/\s+/g, " ")

type Searched = Pick<ListedInvoice, "numero" | "recipient" | "serie">

/** What `buscar` looks through of a document's recipient alone, so that a match cannot extend into the reference. */
export const recipientSearchText = ({ recipient }: Pick<Searched, "recipient">): string =>
  joined(recipient?.nombre ?? null, recipient?.nif ?? null).trim()

/** What `buscar` looks through, by table (decisions, sections 2 and 5). */
export const searchTexts = {
  contact: ({ email, nif, nombre, referencia }: Contact): string => joined(nombre, nif, email, referencia),
  product: ({ codigo_barras, descripcion, nombre, sku }: Product): string => joined(nombre, sku, codigo_barras, descripcion),
  expense: ({ categoria, proveedor, referencia }: Expense): string => joined(referencia, proveedor, categoria),
  member: ({ email, nif, nombre, numero }: Member): string => joined(String(numero), nombre, nif, email),
  invoice: ({ numero, recipient, serie }: Searched): string =>
    joined(numero === null ? null : reference(serie, numero), recipient?.nombre ?? null, recipient?.nif ?? null),
} as const
