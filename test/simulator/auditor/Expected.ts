import type { TableName, TableRow, Tables } from "../../../core/commit/tables.ts"
import type { Fields } from "../requests/Fields.ts"

/** An event as subscribers are told of it. */
export interface Told {
  readonly suceso: string
  readonly datos: unknown
}

/** What a request has to come to. */
export type Expected =
  | {
    readonly _tag: "Done"
    readonly status: number
    /** Undefined: no body. */
    readonly body: unknown
    readonly events: ReadonlyArray<Told>
    /** Kinds of the entries of the activity log that tell of it. */
    readonly entries: ReadonlyArray<string>
  }
  | {
    readonly _tag: "Refused"
    readonly status: 404 | 409 | 422
    /** The slug of a conflict; the fields of invalid data. */
    readonly reasons: ReadonlyArray<string>
  }
  /** The rules here do not tell: whatever comes of it is taken over from the rows. */
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

/** What a decision is judged on besides the books. */
export interface Facts {
  readonly modo: "live" | "test"
  /** What the clock showed, and the instant of the decision, which never goes back within a company. */
  readonly clock: number
  readonly now: number
  /** What was written: identifiers are taken from there. */
  readonly rows: ReadonlyArray<TableRow>
  /** Whether it was refused. */
  readonly refused: boolean
}

/** A request whose effect is to be judged. */
export interface Judged {
  /** Its path's second and fourth part, or empty texts. */
  readonly id: string
  readonly sub: string
  readonly body: Fields
  readonly facts: Facts
}

const isOf = <T extends TableName>(table: T) => (one: TableRow): one is TableRow<T> & TableRow => one.table === table

/** What was written into a table. */
export const written = <T extends TableName>({ rows }: Pick<Facts, "rows">, table: T): ReadonlyArray<Tables[T]> =>
  rows.filter(isOf(table)).map(({ row }) => row)

/** The identifier of the row that is not there yet; "?" when none was written, which is found out elsewhere. */
export const madeId = (
  facts: Facts,
  table:
    | "contact" | "product" | "expense" | "invoice" | "payment" | "webhook" | "delivery"
    | "deal" | "purchaseOrder" | "member" | "donation" | "store"
    | "subscription",
  isKnown: (id: string) => boolean = () => false,
): string => written(facts, table).find(({ id }) => !isKnown(id))?.id ?? "?"
