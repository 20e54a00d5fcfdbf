/** How many characters all texts of a row have together: what the row takes in memory beyond what every row takes. */
export const charactersIn = (value: unknown): number => {
  if (typeof value === "string") return value.length
  if (typeof value !== "object" || value === null) return 0
  let characters = 0
  for (const one of Object.values(value)) characters += charactersIn(one)
  return characters
}
