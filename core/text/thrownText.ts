/** The words of what was thrown. */
export const thrownText = (error: unknown): string => (error instanceof Error ? error.message : String(error))
