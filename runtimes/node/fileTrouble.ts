import { thrownText } from "../../core/text/thrownText.ts"

/**
 * What reading or writing a file failed with, and which. Node names the file if it cannot be opened, but not if it cannot be
 * read, as a folder, or written, as on a full disk.
 */
export const fileTrouble = (path: string, error: unknown): string => {
  const reason = thrownText(error)
  return reason.includes(path) ? reason : `${path}: ${reason}`
}
