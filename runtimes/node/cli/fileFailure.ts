import { fileTrouble } from "../fileTrouble.ts"
import { CommandFailed } from "./commandErrors.ts"

/** What reading or writing a file failed with. */
export const fileFailure = (path: string) => (error: unknown): CommandFailed =>
  new CommandFailed({ message: fileTrouble(path, error) })
