import type { PgRecord } from "../Statement.ts"
import { CorruptRow, integer } from "../tables/columns.ts"
import { type Layout, rowSeparator } from "../tables/fields.ts"

/**
 * How all rows of a page come as one text, in one record, instead of as a record each with a value for each column: for the
 * driver to read such records costs several times as much as everything else that is done for a page.
 */
export interface Packing<Row> {
  /** What is selected of a row `t`. */
  readonly columns: string
  /** An expression that makes one text of these columns of a row `p`. */
  readonly text: string
  /** Reads the texts of so many rows, which come one after another with separators between them. */
  readonly read: (text: string, rows: number) => ReadonlyArray<Row>
}

/** The columns of the one record that rows `p` make, aggregated in the order `inOrder`; `filter` chooses among them. */
export const packedOf = ({ text }: Pick<Packing<unknown>, "text">, inOrder = "", filter = ""): string =>
  `count(*)${filter} AS packed_rows, string_agg(${text}, ${rowSeparator.literal}${inOrder})${filter} AS packed`

/** The rows in that record. */
export const readPacked = <Row>({ packed, packed_rows }: PgRecord, { read }: Pick<Packing<Row>, "read">): ReadonlyArray<Row> =>
  typeof packed === "string" ? read(packed, integer.decode(packed_rows)) : []

/** The packing of the rows of a layout. */
export const packing = <Row>({ names, packed, unpack }: Pick<Layout<Row>, "names" | "packed" | "unpack">): Packing<Row> =>
  packingOf(names.map((name) => `t.${name}`).join(", "), packed((name) => `p.${name}`), unpack)

/**
 * The packing of rows, each as several texts: `terms` are expressions that make them from a row `p`, and `unpack` reads them.
 */
export const packingOf = <Row>(
  columns: string,
  terms: ReadonlyArray<string>,
  unpack: (texts: ReadonlyArray<string>, from: number) => Row,
): Packing<Row> => ({
  columns,
  // A fifth faster than `concat` with the separators among the terms. It would leave out a null, and there is none (columns.ts).
  text: `concat_ws(${rowSeparator.literal}, ${terms.join(", ")})`,
  read: (text, rows) => {
    const texts = text.split(rowSeparator.text)
    // There would be more texts if one of them had a separator in it.
    if (texts.length !== rows * terms.length) throw new CorruptRow("rows with a control character")
    return Array.from({ length: rows }, (_, i) => unpack(texts, i * terms.length))
  },
})
