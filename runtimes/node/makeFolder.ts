import { lchown, mkdir } from "node:fs/promises"
import { dirname, resolve } from "node:path"
import { heirIn } from "./folderOwner.ts"
import { hasCode } from "./hasCode.ts"

/**
 * Makes a folder (0700) and those above it that are missing; several processes may at once. Level by level, as Node's own
 * recursive way never ends where a folder says that it does not exist and cannot be made either, such as under /proc.
 */
export const makeFolder = async (path: string): Promise<void> => {
  const folder = resolve(path)
  try {
    await makeOne(folder)
  } catch (error) {
    if (!hasCode(error, "ENOENT") || dirname(folder) === folder) throw error
    await makeFolder(dirname(folder))
    await makeOne(folder)
  }
}

/** One that is there is as good, also when another process has just made it. */
const makeOne = async (folder: string): Promise<void> => {
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error
    return
  }
  const heir = await heirIn(dirname(folder))
  if (heir !== undefined) await lchown(folder, heir.uid, heir.gid)
}
