/** Adds a value to those of a statement, and gives its name there, such as $4. */
export type Parameter = (value: unknown) => string

/** Collects values of a statement, of which the first is named by the number `first`. */
export const parameters = (first: number) => {
  const values: Array<unknown> = []
  const parameter: Parameter = (value) => `$${first - 1 + values.push(value)}`
  return { values, parameter }
}
