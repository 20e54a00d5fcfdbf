import type { Supply, View } from "../commit/Command.ts"
import type { TableRow } from "../commit/tables.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import { abandon } from "./abandonAndReplay.ts"

/** The deliveries of these ids that still wait, given up, as rows to write. */
export const abandonWaiting = (
  view: View,
  organizationId: OrganizationId,
  ids: ReadonlyArray<string>,
  supply: Supply,
): ReadonlyArray<TableRow<"delivery">> =>
  ids.flatMap((id) => {
    const delivery = view.get("delivery", organizationId, id)
    return delivery?.estado === "pending"
      ? [{ table: "delivery", row: { ...abandon(delivery, supply.clock), modifiedSequence: supply.sequence() } }]
      : []
  })
