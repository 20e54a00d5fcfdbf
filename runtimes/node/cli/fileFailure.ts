import { thrownText } from "../../../core/text/thrownText.ts"
import { CommandFailed } from "./commandErrors.ts"

/**
 * What reading or writing a file failed with. Node names the file if it cannot be opened, but not if it cannot be read, as a
 * folder, or written, as on a full disk.
 */
export const fileFailure = (path: string) => (error: unknown): CommandFailed => {
  const reason = thrownText(error)
  return new CommandFailed({ message: reason.includes(path) ? reason : `${path}: ${reason}` })
}
