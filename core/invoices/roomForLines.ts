import type { View } from "../commit/Command.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"

/**
 * The most lines that the invoices may have, all together, which one document replaces. They are read in full while other
 * commands wait: a thousand invoices of the greatest length would take seconds of processor time and a gigabyte of memory.
 */
export const replacedLinesMax = 10_000

/** The most lines that an invoice may have (decisions, section 1). */
export const invoiceLinesMax = 500

/**
 * Those of the invoices that have been read already, and those that may be read next: as many as fit beside them even if each
 * has the most lines, and at least one. Once `linesMax` is used up, no further ones.
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

/** Whether all of these invoices have been read. If not, there was no room for them. */
export const areAllRead = (view: View, organizationId: OrganizationId, ids: ReadonlyArray<string>): boolean =>
  ids.every((id) => view.has("invoice", organizationId, id))
