import { stat } from "node:fs/promises"

/** A user of the operating system, and a group. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/**
 * Whose the things are to be that we make in a folder: of what root makes, the folder's owner, so that a service that runs as
 * that user can use it. Undefined where they stay our own.
 */
export const heirIn = async (folder: string): Promise<Account | undefined> => {
  if (process.getuid?.() !== 0) return undefined
  const { gid, uid } = await stat(folder)
  return uid === 0 ? undefined : { gid, uid }
}
