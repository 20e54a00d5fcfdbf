import { type Fields, itemsOf, numberOr, textOr } from "../requests/Fields.ts"
import type { Books, Judge } from "./Books.ts"
import { dayOf, moment } from "./civil.ts"
import { supplierOf } from "./contacts.ts"
import { defaultRate } from "./defaultRate.ts"
import { difference } from "./difference.ts"
import { nearest, scaled, shownNumber } from "./exact.ts"
import { conflict, done, invalid, madeId, missing, type Told } from "./Expected.ts"
import { stocked } from "./goods.ts"

const rounded = (sent: unknown, places: number, otherwise: number): number =>
  shownNumber(scaled(numberOr(sent, otherwise), places), places)

/** The lines of an order, with what they leave out taken from the product, or from the lines `before` if that is gone. */
const linesOf = (books: Books, sent: unknown, before: ReadonlyArray<Fields>, campos: Array<string>): ReadonlyArray<Fields> =>
  itemsOf(sent).map((line, place) => {
    const producto_id = textOr(line["producto_id"])
    const product = producto_id === null ? undefined : books.products.get(producto_id)
    const gone = producto_id === null || product !== undefined
      ? undefined
      : before.find((one) => one["producto_id"] === producto_id)
    if (producto_id !== null && product === undefined && gone === undefined) campos.push(`lineas[${place}].producto_id`)
    const rate = numberOr(product?.["tipo_iva"] ?? gone?.["tipo_iva"], defaultRate(books))
    return {
      producto_id,
      descripcion: line["descripcion"] ?? product?.["nombre"] ?? gone?.["descripcion"],
      cantidad: rounded(line["cantidad"], 6, 1),
      precio: rounded(line["precio"], 8, 0),
      descuento: rounded(line["descuento"], 6, 0),
      tipo_iva: rounded(line["tipo_iva"], 6, rate),
      clase: line["clase"] ?? product?.["clase"] ?? gone?.["clase"] ?? "goods",
      unidad: textOr(line["unidad"]) ?? textOr(product?.["unidad"] ?? gone?.["unidad"]),
    }
  })

export const order: Judge = (books, { body, facts }) => {
  const campos: Array<string> = []
  if (supplierOf(books, body["proveedor_id"]) === undefined) campos.push("proveedor_id")
  const lineas = linesOf(books, body["lineas"], [], campos)
  if (campos.length > 0) return invalid(...campos)
  const id = madeId(facts, "purchaseOrder")
  const pedido = {
    id,
    proveedor_id: body["proveedor_id"],
    lineas,
    fecha: dayOf(books.company.region, textOr(body["fecha"])) ?? books.dayAt(facts.clock),
    notas: textOr(body["notas"]),
    estado: body["estado"] ?? "ordered",
    creado: moment(facts.now),
  }
  books.purchases.put(id, pedido)
  const moved = pedido.estado === "received" ? received(books, lineas) : []
  return done(201, pedido, [{ suceso: "purchase_order.created", datos: { pedido } }, ...moved])
}

const slugs: Readonly<Record<string, string>> = { received: "pedido_recibido", cancelled: "pedido_cancelado" }

export const changeOrder: Judge = (books, { body, id }) => {
  const present = books.purchases.get(id)
  if (present === undefined) return missing
  const slug = slugs[String(present["estado"])]
  const isSaid = (name: string) => body[name] !== undefined && !(name === "estado" && body[name] === present[name])
  if (slug !== undefined && Object.keys(body).some((name) => name !== "notas" && isSaid(name))) return conflict(slug)
  const campos: Array<string> = []
  const { estado = present["estado"], fecha, lineas, notas, proveedor_id = present["proveedor_id"] } = body
  if (proveedor_id !== present["proveedor_id"] && supplierOf(books, proveedor_id) === undefined) campos.push("proveedor_id")
  const before = itemsOf(present["lineas"])
  const made = lineas === undefined ? before : linesOf(books, lineas, before, campos)
  if (campos.length > 0) return invalid(...campos)
  const usualDay = books.dayAt(Date.parse(String(present["creado"])))
  const pedido = {
    ...present,
    proveedor_id,
    estado,
    lineas: made,
    fecha: fecha === undefined ? present["fecha"] : dayOf(books.company.region, textOr(fecha)) ?? usualDay,
    notas: notas === undefined ? present["notas"] : textOr(notas),
  }
  if (difference(present, pedido) === undefined) return done(200, present)
  books.purchases.put(id, pedido)
  return done(200, pedido, estado === "received" && present["estado"] === "ordered" ? received(books, made) : [])
}

/** Adds the goods of the lines to stock: the quantities of each product summed up, then rounded to whole units. */
const received = (books: Books, lines: ReadonlyArray<Fields>): ReadonlyArray<Told> => {
  const sums = new Map<string, bigint>()
  for (const { cantidad, clase, producto_id } of lines) {
    const id = textOr(producto_id)
    if (id !== null && clase === "goods") sums.set(id, (sums.get(id) ?? 0n) + scaled(numberOr(cantidad, 0), 6))
  }
  return [...sums].flatMap(([id, sum]) => stocked(books, id, Number(nearest(sum, 1_000_000n))))
}

export const removeOrder: Judge = (books, { id }) => {
  const present = books.purchases.get(id)
  if (present === undefined) return missing
  if (present["estado"] === "received") return conflict("pedido_recibido")
  books.purchases.drop(id)
  return done(204, undefined)
}
