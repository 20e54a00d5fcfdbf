import type { Condition } from "../../core/pagination/listConditions.ts"
import { amountPieces, amountRange, isAmount } from "./amounts.ts"
import type { RowsAt } from "./groupPages.ts"
import type { PageParts } from "./pages.ts"
import type { Walk } from "./walks.ts"

/**
 * Invoices from an amount on, up to one, or between two. How many there are is a sum of counted amounts, and tells how to
 * find a page of them: few are all taken by their amounts, and of many the next come soon in the order of the list. They
 * are few where taking them costs no more than such a walk, so neither grows faster than the root of all invoices. No walk
 * begins before the first match or goes on after the last; a long time without any between them is all it may come upon.
 */

/** Total and rows of conditions on the amount alone; undefined when there are others. */
export const amountParts = (
  conditions: ReadonlyArray<Condition<string>>,
  walk: Walk,
  rowsAt: RowsAt,
): PageParts | undefined => {
  if (!conditions.every(isAmount)) return undefined
  const range = amountRange(conditions)
  const pieces = amountPieces(range)
  const { column, comes, direction } = walk
  const of = `SELECT t.${column} AS place FROM invoice AS t WHERE t.organization_id = $1::uuid`
  const inOrder = (place: string) => `ORDER BY ${place} ${direction} LIMIT $3::integer`
  // As an expression the amount chooses no index.
  const walked = `${of} AND (SELECT NOT few FROM held) AND t.${column} ${comes} $2::bigint`
    + ` AND t.${column} BETWEEN (SELECT first FROM held) AND (SELECT last FROM held)`
    + ` AND t.total + 0 BETWEEN $7::bigint AND $8::bigint ${inOrder(`t.${column}`)}`
  const places = `SELECT place FROM amounts WHERE place ${comes} $2::bigint UNION ALL (${walked})`
  return {
    with: [
      `held AS MATERIALIZED (${heldOf(walk)})`,
      `amounts AS MATERIALIZED (${of} AND (SELECT few FROM held) AND t.total BETWEEN $7::bigint AND $8::bigint)`,
    ],
    total: "SELECT n AS list_total FROM held",
    rows: rowsAt(`SELECT place FROM (${places}) AS p ${inOrder("place")}`),
    values: [
      pieces.map(({ digits }) => digits),
      pieces.map(({ from }) => from),
      pieces.map(({ to }) => to),
      range.from,
      range.to,
    ],
    shape: "amounts",
  }
}

/** Invoices lie about by their amounts: to take one costs so many times what passing by one costs. */
const takingCost = 4

/** How many there are, whether these are few, and between which places a walk meets them. */
const heldOf = (walk: Walk): string =>
  `SELECT n::bigint AS n, ${takingCost} * n * n <= $3::integer * (${allOf}) AS few, first, last FROM (`
  + `SELECT coalesce(sum(c.n), 0) AS n, ${endsOf(walk)}`
  + " FROM unnest($4::smallint[], $5::bigint[], $6::bigint[]) AS p (digits, low, high) CROSS JOIN LATERAL ("
  + "SELECT sum(n) AS n, min(first_created) AS first, max(last_created) AS last FROM invoice_amount"
  + " WHERE organization_id = $1::uuid AND digits = p.digits AND amount BETWEEN p.low AND p.high AND n > 0"
  + ") AS c) AS h"

const allOf = "SELECT n FROM counter WHERE organization_id = $1::uuid AND name = 'invoice'"

/** Where documents were changed last is not kept by amounts: issuing them would have to write it. */
const endsOf = ({ column }: Walk): string =>
  column === "created_sequence"
    ? "min(c.first) AS first, max(c.last) AS last"
    : `0::bigint AS first, ${Number.MAX_SAFE_INTEGER}::bigint AS last`
