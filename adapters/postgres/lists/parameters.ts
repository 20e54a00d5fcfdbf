/** Keeps a value of a statement and gives its name there: $4. */
export type Parameter = (value: unknown) => string

/** Collects the values of a statement, whose names go on from `first`. */
export const parameters = (first: number) => {
  const values: Array<unknown> = []
  const parameter: Parameter = (value) => `$${first - 1 + values.push(value)}`
  return { values, parameter }
}
