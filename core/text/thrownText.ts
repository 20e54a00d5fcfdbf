/** The message of whatever was thrown. */
export const thrownText = (error: unknown): string => (error instanceof Error ? error.message : String(error))
