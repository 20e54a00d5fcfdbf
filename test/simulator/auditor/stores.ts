import type { Fields } from "../requests/Fields.ts"
import type { Books, Judge } from "./Books.ts"
import { moment } from "./civil.ts"
import { difference } from "./difference.ts"
import { type Document, summary, whole } from "./Document.ts"
import { draft } from "./drafts.ts"
import { conflict, done, type Expected, madeId, missing } from "./Expected.ts"

export const openStore: Judge = (books, { body: { estado = "active", nombre, plataforma }, facts }) => {
  const id = madeId(facts, "store")
  const tienda = { id, nombre, plataforma, estado, creado: moment(facts.now) }
  books.stores.put(id, tienda)
  return done(201, tienda)
}

const replaced = (books: Books, id: string, changes: Fields): Expected => {
  const present = books.stores.get(id)
  if (present === undefined) return missing
  const tienda = { ...present, ...changes }
  if (difference(present, tienda) !== undefined) books.stores.put(id, tienda)
  return done(200, tienda)
}

export const changeStore: Judge = (books, { body, id }) => replaced(books, id, body)

export const switchStore = (estado: "active" | "paused"): Judge => (books, { id }) => replaced(books, id, { estado })

export const removeStore: Judge = (books, { id }) => {
  if (books.stores.get(id) === undefined) return missing
  books.stores.drop(id)
  return done(204, undefined)
}

const show = (books: Books, document: Document, today: string) => whole(document, books.partyOf(document), today)

/** An order becomes a draft once, even if that is deleted later; a paused store accepts only orders that it already has. */
export const importOrder: Judge = (books, { body, facts, id }) => {
  const tienda = books.stores.get(id)
  if (tienda === undefined) return missing
  const { referencia_externa, ...contents } = body
  const name = `${id} ${String(referencia_externa)}`
  const today = books.dayAt(facts.clock)
  const imported = books.storeOrders.get(name)
  if (imported !== undefined) {
    const document = books.documents.get(imported)
    return document === undefined ? conflict("pedido_importado") : done(200, show(books, document, today))
  }
  if (tienda["estado"] === "paused") return conflict("tienda_pausada")
  const drafted = draft(books, { id: "", sub: "", body: contents, facts })
  if (drafted._tag !== "Done") return drafted
  const factura_id = madeId(facts, "invoice")
  books.storeOrders.set(name, factura_id)
  const document = books.documents.get(factura_id)
  const factura = document && summary(document, books.partyOf(document), today)
  return { ...drafted, events: [...drafted.events, { suceso: "store.order.imported", datos: { tienda, factura } }] }
}
