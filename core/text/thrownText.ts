/**
 * The message of whatever was thrown. An error may have none: then it is that of the errors which it holds, as of a connection to
 * a name with several addresses, or its code.
 */
export const thrownText = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error.message !== "") return error.message
  if (error instanceof AggregateError) return error.errors.map(thrownText).join("; ")
  return "code" in error ? String(error.code) : error.name
}
