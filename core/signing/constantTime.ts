/**
 * Whether two byte strings are equal. The time it takes depends on their length only, so that it does not show how much of a
 * forged signature was right.
 */
export const equalBytes = (a: Uint8Array, b: Uint8Array): boolean => {
  if (a.length !== b.length) return false
  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= (a[i] ?? 0) ^ (b[i] ?? 0)
  return difference === 0
}
