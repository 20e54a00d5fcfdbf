import { preparingFrequent } from "./preparingFrequent.ts"
import type { Statement } from "./Statement.ts"

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
  const parts: Array<string> = []
  const values: Array<unknown> = []
  for (const write of writes) {
    const text = write.text.replaceAll(/\$(\d+)/g, (_, n) => `$${values.length + Number(n)}`)
    parts.push(`w${parts.length} AS (${text})`)
    values.push(...write.values)
  }
  const one = preparingCommits(shape, { text: `WITH ${parts.join(", ")} SELECT`, values })
  return one.name === undefined ? writes : [one]
}
