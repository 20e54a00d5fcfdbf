import { preparingFrequent } from "../preparingFrequent.ts"
import type { Statement } from "../Statement.ts"

const preparingCommits = preparingFrequent("commit", 64)

/** Writes that remove rows: another write of the commit may insert the same row again, so their order matters. */
const removes = /^DELETE\b/

/**
 * The writes of a commit as one statement, where possible: for each statement the server sets up a plan and sends an answer,
 * which is most of what a small commit costs. Within the one statement no write sees what the others do, and their order is
 * not defined. Combinations that come up rarely are left as they are, since the server would plan the whole anew each time.
 */
export const asOneStatement = (writes: ReadonlyArray<Statement>): ReadonlyArray<Statement> => {
  if (writes.length < 2 || writes.some(({ name, text }) => name === undefined || removes.test(text))) return writes
  const shape = writes.map(({ name }) => name).join(", ")
  const one = preparingCommits(shape, writes.flatMap(({ values }) => values), () => textOf(writes))
  return one.name === undefined ? writes : [one]
}

/** Each write as a query of the WITH clause, its parameters numbered on from those of the writes before it. */
const textOf = (writes: ReadonlyArray<Statement>): string => {
  let before = 0
  const parts = writes.map(({ text, values }, i) => {
    const counted = text.replaceAll(/\$(\d+)/g, (_, n) => `$${before + Number(n)}`)
    before += values.length
    return `w${i} AS (${counted})`
  })
  return `WITH ${parts.join(", ")} SELECT`
}
