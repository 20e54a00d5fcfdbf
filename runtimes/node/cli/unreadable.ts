import { thrownText } from "../../../core/text/thrownText.ts"
import { CommandFailed } from "./commandErrors.ts"

/** What a file's reading failed with. Node names the file if it cannot be opened, but not if it cannot be read, as a folder. */
export const unreadable = (path: string) => (error: unknown): CommandFailed => {
  const reason = thrownText(error)
  return new CommandFailed({ message: reason.includes(path) ? reason : `${path}: ${reason}` })
}
