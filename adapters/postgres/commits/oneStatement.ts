import { preparingFrequent } from "../connections/preparingFrequent.ts"
import type { Statement } from "../Statement.ts"

const preparingCommits = preparingFrequent("commit", 64)

/** A row that is removed may be put anew by another write: the order of these counts. */
const removes = /^DELETE\b/

/**
 * The writes of a commit as one statement, where that can be: each costs the server a plan to set up and an answer, which
 * is most of what a small commit costs. None of them sees what the others do, and they are carried out in no order. Rare
 * combinations are left as they are: they would be planned anew each time.
 */
export const asOneStatement = (writes: ReadonlyArray<Statement>): ReadonlyArray<Statement> => {
  if (writes.length < 2 || writes.some(({ name, text }) => name === undefined || removes.test(text))) return writes
  const shape = writes.map(({ name }) => name).join(", ")
  const one = preparingCommits(shape, writes.flatMap(({ values }) => values), () => textOf(writes))
  return one.name === undefined ? writes : [one]
}

/** Each as a query of its own, its parameters counted on from those before. */
const textOf = (writes: ReadonlyArray<Statement>): string => {
  let before = 0
  const parts = writes.map(({ text, values }, i) => {
    const counted = text.replaceAll(/\$(\d+)/g, (_, n) => `$${before + Number(n)}`)
    before += values.length
    return `w${i} AS (${counted})`
  })
  return `WITH ${parts.join(", ")} SELECT`
}
