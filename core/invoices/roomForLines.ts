import type { View } from "../commit/Command.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"

/**
 * Lines of all the invoices that one document may stand in the place of. These are read with all that they say, while others
 * wait: of a thousand invoices as long as they may be that would take seconds of processor and a gigabyte.
 */
export const replacedLinesMax = 10_000

/** Lines of an invoice at most (decisions, section 1). */
export const invoiceLinesMax = 500

/**
 * Those of these invoices that have been read, and those that may be read next: as many as fit beside them, however long
 * they are. No others once the room is used up.
 */
export const withinRoom = (
  view: View,
  organizationId: OrganizationId,
  ids: ReadonlyArray<string>,
  linesMax: number,
): ReadonlyArray<string> => {
  let room = linesMax
  const read: Array<string> = []
  const unread: Array<string> = []
  for (const id of new Set(ids)) {
    if (!view.has("invoice", organizationId, id)) unread.push(id)
    else {
      read.push(id)
      room -= view.get("invoice", organizationId, id)?.lineas.length ?? 0
    }
  }
  return room <= 0 ? read : [...read, ...unread.slice(0, Math.max(1, Math.floor(room / invoiceLinesMax)))]
}

/** Whether all of these invoices have been read: else there was no room for them. */
export const areAllRead = (view: View, organizationId: OrganizationId, ids: ReadonlyArray<string>): boolean =>
  ids.every((id) => view.has("invoice", organizationId, id))
