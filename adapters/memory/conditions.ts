import type { Tables } from "../../core/commit/tables.ts"
import { statusOf } from "../../core/invoices/status.ts"
import { matchesWords } from "../../core/pagination/searchWords.ts"
import type { Condition } from "../../core/ports/listConditions.ts"
import type { ListedRows, ListedTable } from "../../core/ports/Storage.ts"
import { isBelowMinimum } from "../../core/products/stock.ts"
import { searchTexts } from "../../core/search/searchTexts.ts"

/** Whether a condition of a list holds for a row. */
export const holds = <T extends ListedTable>(
  table: T,
  row: Tables[T],
  condition: Condition<keyof ListedRows[T] & string>,
): boolean => {
  switch (condition.kind) {
    case "equals":
      return valueOf(row, condition.field) === condition.value
    case "from":
    case "to":
      return isOnSide(valueOf(row, condition.field), condition)
    case "holds": {
      const list = valueOf(row, condition.field)
      return Array.isArray(list) && list.includes(condition.value)
    }
    default:
      return holdsOwn(table, row, condition)
  }
}

type Own = Exclude<Condition<string>, { readonly field: string }>

/** The conditions that only some tables know. */
const holdsOwn = <T extends ListedTable>(table: T, row: Tables[T], condition: Own): boolean => {
  const own: { readonly [K in ListedTable]?: Tables[K] } = { [table]: row }
  switch (condition.kind) {
    case "search":
      return matchesWords(searchTextOf(own), condition.words)
    case "status":
      return own.invoice !== undefined && statusOf(own.invoice, condition.today) === condition.estado
    case "rectifies":
      return own.invoice?.rectifica?.original.factura_id === condition.factura_id
    case "below_minimum":
      return own.product !== undefined && isBelowMinimum(own.product)
    case "leaves":
      return own.member !== undefined && (own.member.baja !== null) === condition.has
    case "nothing":
      return false
  }
}

const searchTextOf = ({ contact, expense, invoice, member, product }: { readonly [K in ListedTable]?: Tables[K] }): string => {
  if (contact !== undefined) return searchTexts.contact(contact)
  if (expense !== undefined) return searchTexts.expense(expense)
  if (member !== undefined) return searchTexts.member(member)
  if (product !== undefined) return searchTexts.product(product)
  return invoice === undefined ? "" : searchTexts.invoice(invoice)
}

const valueOf = (row: object, field: string): unknown => Reflect.get(row, field)

const isOnSide = (value: unknown, { kind, value: bound }: { readonly kind: "from" | "to"; readonly value: string | number }) => {
  if (typeof value === "string" && typeof bound === "string") return kind === "from" ? value >= bound : value <= bound
  if (typeof value === "number" && typeof bound === "number") return kind === "from" ? value >= bound : value <= bound
  return false
}
