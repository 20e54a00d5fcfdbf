/** Something that must hold in every runtime. `found` and `expected` are JSON values. */
export interface Check {
  readonly name: string
  readonly found: unknown
  readonly expected: unknown
}

/** Whether the check passes. */
export const holds = ({ expected, found }: Check): boolean =>
  JSON.stringify(found) === JSON.stringify(expected)
