import type { PgRecord } from "../Statement.ts"
import { CorruptRow, integer } from "../tables/columns.ts"
import { type Layout, rowSeparator } from "../tables/fields.ts"

/**
 * Rows that come as one text, in one record, instead of a record each with a value for each column: to have the driver
 * read those costs several times as much as all else that is done for them.
 */
export interface Packing<Row> {
  /** The columns of a row, of the table alias `t`. */
  readonly columns: string
  /** One text of a row `p` of these columns. */
  readonly text: string
  /** Reads the texts of so many rows, one separator between each two. */
  readonly read: (text: string, rows: number) => ReadonlyArray<Row>
}

/** The columns of the one record that rows `p` make, in an order of theirs. */
export const packedOf = ({ text }: Pick<Packing<unknown>, "text">, inOrder = ""): string =>
  `count(*) AS packed_rows, string_agg(${text}, ${rowSeparator.literal}${inOrder}) AS packed`

/** The rows of that record. */
export const readPacked = <Row>({ packed, packed_rows }: PgRecord, { read }: Pick<Packing<Row>, "read">): ReadonlyArray<Row> =>
  typeof packed === "string" ? read(packed, integer.decode(packed_rows)) : []

/** Rows of a layout. */
export const packing = <Row>({ names, packed, unpack }: Pick<Layout<Row>, "names" | "packed" | "unpack">): Packing<Row> =>
  packingOf(names.map((name) => `t.${name}`).join(", "), packed((name) => `p.${name}`), unpack)

/** Rows of so many texts, each told by a term of a row `p`; `unpack` reads those that begin at a place. */
export const packingOf = <Row>(
  columns: string,
  terms: ReadonlyArray<string>,
  unpack: (texts: ReadonlyArray<string>, from: number) => Row,
): Packing<Row> => ({
  columns,
  text: `concat(${terms.join(`, ${rowSeparator.literal}, `)})`,
  read: (text, rows) => {
    const texts = text.split(rowSeparator.text)
    // With a separator inside of a text they would be more.
    if (texts.length !== rows * terms.length) throw new CorruptRow("rows with a control character")
    return Array.from({ length: rows }, (_, i) => unpack(texts, i * terms.length))
  },
})
