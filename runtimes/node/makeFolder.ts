import { mkdir } from "node:fs/promises"
import { dirname, resolve } from "node:path"

/**
 * Makes a folder (0700) and those above it that are missing. Level by level, as Node's own recursive way never ends
 * where a folder says that it does not exist and cannot be made either, such as under /proc.
 */
export const makeFolder = async (path: string): Promise<void> => {
  const folder = resolve(path)
  const code = await attempt(folder)
  if (code !== "ENOENT" || dirname(folder) === folder) return
  await makeFolder(dirname(folder))
  await mkdir(folder, { mode: 0o700 })
}

/** What stood in the way; undefined when the folder is there. */
const attempt = async (folder: string): Promise<string | undefined> => {
  try {
    await mkdir(folder, { mode: 0o700 })
    return undefined
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined
    if (code === "EEXIST") return undefined
    if (code === "ENOENT") return code
    throw error
  }
}
