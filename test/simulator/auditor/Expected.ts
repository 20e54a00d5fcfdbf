import type { TableName, TableRow, Tables } from "../../../core/commit/tables.ts"
import type { Fields } from "../requests/Fields.ts"

/** An event, as its subscribers are told about it. */
export interface Told {
  readonly suceso: string
  readonly datos: unknown
}

/** What a request has to come to. */
export type Expected =
  | {
    readonly _tag: "Done"
    readonly status: number
    /** Undefined for none. */
    readonly body: unknown
    readonly events: ReadonlyArray<Told>
    /** The kinds of activity log entries that it makes. */
    readonly entries: ReadonlyArray<string>
  }
  | {
    readonly _tag: "Refused"
    readonly status: 404 | 409 | 422
    /** The slug of a conflict; the fields of invalid data. */
    readonly reasons: ReadonlyArray<string>
  }
  /** These rules cannot tell; whatever the rows say is accepted. */
  | { readonly _tag: "Unsure" }

export const done = (
  status: number,
  body: unknown,
  events: ReadonlyArray<Told> = [],
  entries: ReadonlyArray<string> = [],
): Expected => ({ _tag: "Done", status, body, events, entries })

export const missing: Expected = { _tag: "Refused", status: 404, reasons: [] }
export const conflict = (slug: string): Expected => ({ _tag: "Refused", status: 409, reasons: [slug] })
export const invalid = (...campos: ReadonlyArray<string>): Expected =>
  ({ _tag: "Refused", status: 422, reasons: [...new Set(campos)].toSorted() })

/** What a decision is judged by, besides the books. */
export interface Facts {
  readonly modo: "live" | "test"
  /** What the clock showed, and the instant of the decision, which never goes back within one company. */
  readonly clock: number
  readonly now: number
  /** The rows that were written; the books take identifiers from them. */
  readonly rows: ReadonlyArray<TableRow>
  /** Whether it was refused. */
  readonly refused: boolean
}

/** A request whose effect is to be judged. */
export interface Judged {
  /** The second and the fourth part of its path, or empty texts. */
  readonly id: string
  readonly sub: string
  readonly body: Fields
  readonly facts: Facts
}

const isOf = <T extends TableName>(table: T) => (one: TableRow): one is TableRow<T> & TableRow => one.table === table

/** The rows that were written to a table. */
export const written = <T extends TableName>({ rows }: Pick<Facts, "rows">, table: T): ReadonlyArray<Tables[T]> =>
  rows.filter(isOf(table)).map(({ row }) => row)

/** The id of the new row in a table; "?" when none was written, which other checks notice. */
export const madeId = (
  facts: Facts,
  table:
    | "contact" | "product" | "expense" | "invoice" | "payment" | "webhook" | "delivery"
    | "deal" | "purchaseOrder" | "member" | "donation" | "store"
    | "subscription",
  isKnown: (id: string) => boolean = () => false,
): string => written(facts, table).find(({ id }) => !isKnown(id))?.id ?? "?"
