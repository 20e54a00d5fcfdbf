import { Either } from "effect"
import type { Command } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { notFound } from "../refusals/refusal.ts"
import { deletionRefusal } from "./approval.ts"

/** Deletes an expense, without an event. Refuses one that is approved (decisions, section 2, "Expenses"). */
export const deleteExpense = (organizationId: OrganizationId, id: string): Command<void> => ({
  organizationId,
  reads: () => [key("expense", organizationId, id)],
  decide: (view) => {
    const expense = view.get("expense", organizationId, id)
    if (expense === undefined) return Either.left(notFound("el gasto"))
    const refusal = deletionRefusal(expense.estado_aprobacion)
    if (refusal !== undefined) return Either.left(refusal)
    return Either.right({ result: undefined, rows: [], removed: [key("expense", organizationId, id)], events: [] })
  },
})
