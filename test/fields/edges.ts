/** For each property of an input, values just within its limits and values just beyond. */
export type Edges = Readonly<Record<string, { readonly fits: ReadonlyArray<unknown>; readonly not: ReadonlyArray<unknown> }>>
