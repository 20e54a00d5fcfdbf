import { Either } from "effect"
import type { Command } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { notFound } from "../refusals/refusal.ts"
import { afterApproval, type ApprovalAction } from "./approval.ts"
import { type Expense, type ExpenseResource, expenseResource } from "./Expense.ts"

/**
 * Requests, gives or denies the approval of an expense; emits `expense.approved` where it is given. Refuses a step that the
 * expense's state does not allow (decisions, section 2, "Expenses").
 */
export const judgeExpense = (
  organizationId: OrganizationId,
  id: string,
  action: ApprovalAction,
): Command<ExpenseResource> => ({
  organizationId,
  reads: () => [key("expense", organizationId, id)],
  decide: (view, supply) => {
    const expense = view.get("expense", organizationId, id)
    if (expense === undefined) return Either.left(notFound("el gasto"))
    return Either.map(afterApproval(expense.estado_aprobacion, action), (estado_aprobacion) => {
      const row: Expense = { ...expense, estado_aprobacion, modifiedSequence: supply.sequence() }
      const gasto = expenseResource(row)
      return {
        result: gasto,
        rows: [{ table: "expense", row }],
        events: estado_aprobacion === "approved" ? [{ suceso: "expense.approved", datos: { gasto } }] : [],
      }
    })
  },
})
