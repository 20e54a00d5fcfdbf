/** One thing that has to be so in every runtime; `found` and `expected` are what JSON can say. */
export interface Check {
  readonly name: string
  readonly found: unknown
  readonly expected: unknown
}

/** Whether it is so. */
export const holds = ({ expected, found }: Check): boolean =>
  JSON.stringify(found) === JSON.stringify(expected)
