import { Effect } from "effect"
import { createExpense } from "../../../core/expenses/createExpense.ts"
import { deleteExpense } from "../../../core/expenses/deleteExpense.ts"
import { judgeExpense } from "../../../core/expenses/judgeExpense.ts"
import { listExpenses, readExpense } from "../../../core/expenses/readExpenses.ts"
import { updateExpense } from "../../../core/expenses/updateExpense.ts"
import * as contract from "../contract/expenses.ts"
import { created, noContent, ok } from "../replies/Reply.ts"
import { carryOut } from "../routing/carryOut.ts"
import { keyed } from "../routing/Route.ts"
import type { HandlerTools } from "./HandlerTools.ts"
import type { RoutesOf } from "./routes.ts"

/** `/gastos`. */
export const expenseRoutes = ({ addressOf, lists }: HandlerTools): RoutesOf<typeof contract.expenses> => ({
  createExpense: keyed(contract.createExpense, ({ body, incoming }, { organizationId, safeguards }) =>
    carryOut(safeguards, createExpense(organizationId, body), (expense) =>
      created(addressOf(incoming, `/gastos/${expense.id}`), expense))),

  listExpenses: lists.route(contract.listExpenses, (call, caller, request) =>
    listExpenses(caller.organizationId, request, call.query)),

  readExpense: keyed(contract.readExpense, ({ path }, { organizationId }) =>
    Effect.map(readExpense(organizationId, path.id), ok)),

  updateExpense: keyed(contract.updateExpense, ({ body, path }, { organizationId, safeguards }) =>
    carryOut(safeguards, updateExpense(organizationId, path.id, body), ok)),

  deleteExpense: keyed(contract.deleteExpense, ({ path }, { organizationId, safeguards }) =>
    carryOut(safeguards, deleteExpense(organizationId, path.id), () => noContent)),

  requestApproval: keyed(contract.requestApproval, ({ path }, { organizationId, safeguards }) =>
    carryOut(safeguards, judgeExpense(organizationId, path.id, "solicitar-aprobacion"), ok)),

  approveExpense: keyed(contract.approveExpense, ({ path }, { organizationId, safeguards }) =>
    carryOut(safeguards, judgeExpense(organizationId, path.id, "aprobar"), ok)),

  rejectExpense: keyed(contract.rejectExpense, ({ path }, { organizationId, safeguards }) =>
    carryOut(safeguards, judgeExpense(organizationId, path.id, "rechazar"), ok)),
})
