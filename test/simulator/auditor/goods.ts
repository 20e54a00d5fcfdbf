import { type Fields, numberOr, textOr } from "../requests/Fields.ts"
import type { Books, Judge } from "./Books.ts"
import { moment } from "./civil.ts"
import { defaultRate } from "./defaultRate.ts"
import { difference } from "./difference.ts"
import type { Document } from "./Document.ts"
import { nearest } from "./exact.ts"
import { conflict, done, madeId, missing, type Told } from "./Expected.ts"
import { merged } from "./merged.ts"
import { asRectified } from "./standing.ts"

const noProduct = (books: Books): Fields => ({
  nombre: null, sku: null, codigo_barras: null, descripcion: null, categoria: null, precio: 0,
  tipo_iva: defaultRate(books), stock: 0, unidad: "ud", clase: "goods", stock_minimo: 0, etiquetas: [],
})

const isSkuTaken = ({ products }: Books, sku: unknown): boolean =>
  textOr(sku) !== null && products.all.some(([, product]) => product["sku"] === sku)

export const addProduct: Judge = (books, { body, facts }) => {
  const none = noProduct(books)
  if (isSkuTaken(books, body["sku"])) return conflict("sku_repetido")
  const id = madeId(facts, "product")
  const producto = { id, ...merged(none, none, body), creado: moment(facts.now) }
  books.products.put(id, producto)
  return done(201, producto, [{ suceso: "product.updated", datos: { producto } }])
}

const isBelow = ({ stock, stock_minimo }: Fields): boolean => numberOr(stock, 0) < numberOr(stock_minimo, 0)

/** Puts the changed product into the books, and returns the events. */
const replaced = (books: Books, id: string, before: Fields, producto: Fields): ReadonlyArray<Told> => {
  books.products.put(id, producto)
  const datos = { producto }
  const fell = !isBelow(before) && isBelow(producto)
  return [{ suceso: "product.updated", datos }, ...(fell ? [{ suceso: "stock.below_minimum", datos }] : [])]
}

export const changeProduct: Judge = (books, { body, id }) => {
  const present = books.products.get(id)
  if (present === undefined) return missing
  const producto = { ...present, ...merged(noProduct(books), present, body) }
  if (difference(present, producto) === undefined) return done(200, present)
  if (producto["sku"] !== present["sku"] && isSkuTaken(books, producto["sku"])) return conflict("sku_repetido")
  return done(200, producto, replaced(books, id, present, producto))
}

export const removeProduct: Judge = (books, { id }) => {
  const producto = books.products.get(id)
  if (producto === undefined) return missing
  books.products.drop(id)
  return done(204, undefined, [{ suceso: "product.deleted", datos: { producto } }])
}

/** Adds units to the stock of a product, or takes them if negative; a product that was deleted has no stock. */
export const stocked = (books: Books, id: string, units: number): ReadonlyArray<Told> => {
  const before = books.products.get(id)
  if (before === undefined || units === 0) return []
  return replaced(books, id, before, { ...before, stock: numberOr(before["stock"], 0) + units })
}

/** The whole units of each product that leave with a document: goods only, summed up, then rounded half away from zero. */
const leaving = ({ lines }: Document): ReadonlyMap<string, number> => {
  const sums = new Map<string, bigint>()
  for (const { cantidad, clase, producto_id } of lines) {
    if (producto_id !== null && clase === "goods") sums.set(producto_id, (sums.get(producto_id) ?? 0n) + cantidad)
  }
  return new Map([...sums].map(([id, sum]) => [id, Number(nearest(sum, 1_000_000n))]))
}

/** The invoices that the document replaces, with their rectifications by differences: tickets, or a substitution's original. */
const invoicesReplacedBy = (books: Books, { metodo, original, tickets }: Document): ReadonlyArray<Document> => {
  const ids = original === null ? tickets : metodo === "sustitucion" ? [original] : []
  return ids.flatMap((id) => asRectified(books, id, original === null ? "canje" : "sustitucion"))
}

/** Goods leave with the issue of an invoice and come back with its annulment. */
export const moveStock = (books: Books, document: Document, direction: "out" | "in"): ReadonlyArray<Told> => {
  if (document.kind !== "invoice") return []
  const units = new Map<string, number>()
  const add = (id: string, count: number) => units.set(id, (units.get(id) ?? 0) + count)
  const sign = direction === "out" ? -1 : 1
  for (const [id, count] of leaving(document)) if (count !== 0) add(id, sign * count)
  for (const before of invoicesReplacedBy(books, document)) {
    for (const [id, count] of leaving(before)) if (count !== 0) add(id, -sign * count)
  }
  return [...units].flatMap(([id, count]) => stocked(books, id, count))
}
