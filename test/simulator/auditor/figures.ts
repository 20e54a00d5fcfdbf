import { cents } from "../../../core/money/cents.ts"
import { decimal6, decimal8 } from "../../../core/money/decimal.ts"
import type { Region } from "../../../core/tax/regions.ts"
import { expectedTotals } from "../../tax/totalsOracle.ts"
import { type Fields, itemsOf, numberOr, textOr } from "../requests/Fields.ts"
import type { Books } from "./Books.ts"
import { defaultRate } from "./defaultRate.ts"
import type { Document, Figures, Line } from "./Document.ts"
import { nearest, scaled } from "./exact.ts"

/** What totals depend on besides the lines. */
export interface Terms {
  readonly region: Region
  readonly recargo: boolean
  readonly irpf: number
  /** Cents. */
  readonly suplidos: number
  readonly inclusive: boolean
}

/**
 * The lines of a body, with everything that they leave out filled in. A deleted product is still known from the lines `before`,
 * whose prices are without tax; fields that name any other missing product are added to `campos`.
 */
export const linesOf = (
  books: Books,
  sent: unknown,
  contact: Fields | undefined,
  inclusive: boolean,
  campos: Array<string>,
  before: ReadonlyArray<Line> = [],
): ReadonlyArray<Line> =>
  itemsOf(sent).map((line, place) => {
    const producto_id = textOr(line["producto_id"])
    const product = producto_id === null ? undefined : books.products.get(producto_id)
    const gone = producto_id === null || product !== undefined
      ? undefined
      : before.find((one) => one.producto_id === producto_id)
    if (producto_id !== null && product === undefined && gone === undefined) campos.push(`lineas[${place}].producto_id`)
    const usualRate = gone?.tipo_iva ?? scaled(numberOr(product?.["tipo_iva"], defaultRate(books)), 6)
    const tipo_iva = typeof line["tipo_iva"] === "number" ? scaled(line["tipo_iva"], 6) : usualRate
    const net = gone?.precio ?? scaled(numberOr(product?.["precio"], 0), 8)
    const usual = inclusive ? nearest(net * (100_000_000n + tipo_iva), 100_000_000n) : net
    const precio = typeof line["precio"] === "number" ? scaled(line["precio"], 8) : usual
    return {
      id: "",
      producto_id,
      descripcion: String(line["descripcion"] ?? gone?.descripcion ?? product?.["nombre"] ?? ""),
      cantidad: scaled(numberOr(line["cantidad"], 1), 6),
      sent: precio,
      precio,
      descuento: scaled(numberOr(line["descuento"], numberOr(contact?.["descuento"], 0)), 6),
      tipo_iva,
      clase: String(line["clase"] ?? gone?.clase ?? product?.["clase"] ?? "goods"),
      unidad: textOr(line["unidad"]) ?? gone?.unidad ?? textOr(product?.["unidad"]),
    }
  })

/** The totals of lines, and the lines with their prices without tax; or the fields because of which there are none. */
export const totalled = (
  lines: ReadonlyArray<Line>,
  { inclusive, irpf, recargo, region, suplidos }: Terms,
): { readonly lines: ReadonlyArray<Line>; readonly figures: Figures } | ReadonlyArray<string> => {
  const priced = lines.map((line) => ({
    cantidad: decimal6(Number(line.cantidad)),
    precio: decimal8(line.sent),
    descuento: decimal6(Number(line.descuento)),
    tipo_iva: decimal6(Number(line.tipo_iva)),
  }))
  const terms = { region, recargo_equivalencia: recargo, irpf, suplidos: cents(suplidos) }
  const totals = expectedTotals(priced, terms, inclusive)
  if (!("total" in totals)) {
    return totals.map((problem) => ("line" in problem ? `lineas[${String(problem.line)}].tipo_iva` : "lineas"))
  }
  const { base_imponible, cuota_irpf, cuota_iva, cuota_recargo, total, unitPrices } = totals
  return {
    lines: lines.map((line, place) => ({ ...line, precio: unitPrices[place] ?? line.precio })),
    figures: { base_imponible, cuota_irpf, cuota_iva, cuota_recargo, total },
  }
}

/** What the totals of a document depend on. */
export const termsOf = ({ inclusive, irpf, recargo, region, suplidos }: Document): Terms =>
  ({ inclusive, irpf, recargo, region, suplidos })

/** The lines with the ids that were written for them. */
export const identified = (
  lines: ReadonlyArray<Line>,
  ids: ReadonlyArray<{ readonly id: string }> | undefined,
): ReadonlyArray<Line> => lines.map((line, place) => ({ ...line, id: ids?.[place]?.id ?? line.id }))
