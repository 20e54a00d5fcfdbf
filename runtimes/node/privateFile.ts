import { open } from "node:fs/promises"
import { dirname } from "node:path"
import { heirIn } from "./folderOwner.ts"

/**
 * Makes a file that nobody but its owner may read (0600). Rejects with EEXIST where anything has that name. `durably`: what is
 * written survives a power cut.
 */
export const makePrivateFile = async (path: string, text: string, durably: boolean): Promise<void> => {
  const file = await open(path, "wx", 0o600)
  try {
    await file.writeFile(text)
    const heir = await heirIn(dirname(path))
    if (heir !== undefined) await file.chown(heir.uid, heir.gid)
    if (durably) await file.sync()
  } finally {
    await file.close()
  }
}
