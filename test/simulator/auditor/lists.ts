import { type Fields, numberOr, textsOf } from "../requests/Fields.ts"
import type { Books } from "./Books.ts"
import type { Seen } from "./Call.ts"
import { type Document, summary } from "./Document.ts"
import { shownSubscription } from "./subscriptions.ts"
import { shownWebhook } from "./webhooks.ts"

/** Collections with a list at the top level. */
export const collections = [
  "contactos", "productos", "gastos", "facturas", "cobros", "webhooks", "oportunidades", "pedidos-compra", "socios",
  "donativos", "tiendas", "suscripciones",
] as const
export type Collection = (typeof collections)[number]

export const isCollection = (name: string): name is Collection => collections.some((one) => one === name)

/** The shelf of a collection. */
const shelfOf = (books: Books, collection: Collection) => {
  switch (collection) {
    case "contactos":
      return books.contacts
    case "productos":
      return books.products
    case "gastos":
      return books.expenses
    case "facturas":
      return books.documents
    case "cobros":
      return books.payments
    case "webhooks":
      return books.webhooks
    case "oportunidades":
      return books.deals
    case "pedidos-compra":
      return books.purchases
    case "socios":
      return books.members
    case "donativos":
      return books.donations
    case "tiendas":
      return books.stores
    case "suscripciones":
      return books.subscriptions
  }
}

export const idsInOrder = (books: Books, collection: Collection, orden: string): ReadonlyArray<string> =>
  shelfOf(books, collection).inOrder(orden)

export const placeOf = (books: Books, collection: Collection, id: string): number =>
  shelfOf(books, collection).placeOf(id)

export const throughout = (books: Books, collection: Collection, seen: Seen): ReadonlyArray<string> =>
  shelfOf(books, collection).throughout(seen)

export const sizeDuring = (books: Books, collection: Collection, seen: Seen): readonly [number, number] =>
  shelfOf(books, collection).sizeDuring(seen)

/** What a document may have looked like during the span: a draft with each state of its customer. */
export const documentsShown = (
  books: Books,
  id: string,
  seen: Seen,
  show: (document: Document, party: Document["party"], today: string) => Fields,
): ReadonlyArray<Fields | undefined> =>
  books.documents.during(id, seen).flatMap((document) => {
    if (document === undefined) return [undefined]
    return seen.days.flatMap((day) => partiesOf(books, document, seen).map((party) => show(document, party, day)))
  })

const partiesOf = (books: Books, document: Document, seen: Seen): ReadonlyArray<Document["party"]> => {
  const { contact, lifecycle, party } = document
  if (lifecycle !== "draft" || contact === null) return [party]
  return books.contacts.during(contact, seen).map((facts) =>
    facts === undefined ? party : { id: contact, nombre: facts["nombre"], nif: facts["nif"], email: facts["email"] })
}

/** What a list may have shown of the resource during the span, undefined for times when it did not exist. */
export const shownDuring = (
  books: Books,
  collection: Collection,
  id: string,
  seen: Seen,
): ReadonlyArray<Fields | undefined> => {
  switch (collection) {
    case "facturas":
      return documentsShown(books, id, seen, summary)
    case "cobros":
      return books.payments.during(id, seen).map((payment) => payment?.shown)
    case "webhooks":
      return books.webhooks.during(id, seen).map((one) => one && shownWebhook(one))
    case "contactos":
      return books.contacts.during(id, seen)
    case "productos":
      return books.products.during(id, seen)
    case "gastos":
      return books.expenses.during(id, seen)
    case "oportunidades":
      return books.deals.during(id, seen)
    case "pedidos-compra":
      return books.purchases.during(id, seen)
    case "socios":
      return books.members.during(id, seen)
    case "donativos":
      return books.donations.during(id, seen)
    case "tiendas":
      return books.stores.during(id, seen)
    case "suscripciones":
      return books.subscriptions.during(id, seen).map((subscription) => subscription && shownSubscription(subscription))
  }
}

const plain = (text: unknown): string =>
  String(text ?? "").normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase()

/** The texts that `buscar` searches. */
const searched: Readonly<Partial<Record<Collection, (shown: Fields) => ReadonlyArray<unknown>>>> = {
  contactos: ({ email, nif, nombre, referencia }) => [nombre, nif, email, referencia],
  productos: ({ codigo_barras, descripcion, nombre, sku }) => [nombre, sku, codigo_barras, descripcion],
  socios: ({ email, nif, nombre, numero }) => [nombre, nif, email, numero],
  facturas: ({ contacto, referencia }) => [referencia, Object(contacto).nombre, Object(contacto).nif],
}

/** Whether a resource passes one filter of a list. */
const passes = (collection: Collection, shown: Fields, name: string, value: string): boolean => {
  switch (name) {
    case "etiqueta":
      return textsOf(shown["etiquetas"]).includes(value)
    case "bajo_minimo":
      return numberOr(shown["stock"], 0) < numberOr(shown["stock_minimo"], 0)
    case "buscar": {
      const texts = searched[collection]?.(shown) ?? []
      return value.split("+").every((word) => texts.some((text) => plain(text).includes(plain(word))))
    }
    case "contacto_id":
      return (shown["contacto_id"] ?? Object(shown["contacto"]).id) === value
    case "de_baja":
      return String(shown["baja"] !== null) === value
    case "total_min":
      return numberOr(shown["total"], 0) >= Number(value)
    case "total_max":
      return numberOr(shown["total"], 0) <= Number(value)
    case "emision_desde":
      return String(shown["fecha_emision"]) >= value
    case "vencimiento_hasta":
      return shown["fecha_vencimiento"] !== null && String(shown["fecha_vencimiento"]) <= value
    case "fecha_desde":
      return String(shown["fecha"]).slice(0, 10) >= value
    case "fecha_hasta":
      return String(shown["fecha"]).slice(0, 10) <= value
    default:
      return String(shown[name]) === value
  }
}

/** Whether a resource passes all filters of a query. */
export const matches = (collection: Collection, shown: Fields, filters: ReadonlyArray<readonly [string, string]>): boolean =>
  filters.every(([name, value]) => passes(collection, shown, name, value))
