import { Schema } from "effect"
import { createExpense } from "../../../core/expenses/createExpense.ts"
import { deleteExpense } from "../../../core/expenses/deleteExpense.ts"
import { ExpenseInput, ExpensePatch, ExpenseResource } from "../../../core/expenses/Expense.ts"
import { expenseFilters } from "../../../core/expenses/expenseFilters.ts"
import { judgeExpense } from "../../../core/expenses/judgeExpense.ts"
import { listExpenses, readExpense } from "../../../core/expenses/readExpenses.ts"
import { updateExpense } from "../../../core/expenses/updateExpense.ts"
import { listParameters } from "../../../core/pagination/listParameters.ts"
import type { Face, Kinds } from "../faces/Face.ts"
import type { Caller } from "./Caller.ts"
import { bodyInput, byId, idsInput, namedInput, queryInput } from "./Input.ts"
import { toList, toRead } from "./read.ts"
import { toWrite } from "./write.ts"

const id = idsInput(byId)
const fresh = bodyInput(ExpenseInput)
const patch = namedInput(byId, ExpensePatch)
const query = queryInput(Schema.Struct({ ...listParameters, ...expenseFilters }))

/** Invoices received (contract, section 2.4). */
export const expenseCalls = <K extends Kinds>(
  { list, read, write }: Face<K>,
  caller: Caller,
) => {
  const { organizationId } = caller
  const judged = (name: string, judgement: Parameters<typeof judgeExpense>[2]) =>
    write(toWrite(caller, {
      name,
      input: id,
      command: (given) => judgeExpense(organizationId, given.id, judgement),
      shown: ExpenseResource,
    }))
  return {
    /** Records an invoice received. Refuses a `proveedor_id` that is no supplier's. */
    createExpense: write(toWrite(caller, {
      name: "createExpense",
      input: fresh,
      command: (body) => createExpense(organizationId, body),
      shown: ExpenseResource,
    })),
    /** Lists the expenses. `buscar` looks for words in reference, supplier and category. */
    listExpenses: list(toList(caller, "gastos", query, (request, filters) =>
      listExpenses(organizationId, request, filters))),
    /** Reads an expense. */
    readExpense: read(toRead(caller, id, (given) => readExpense(organizationId, given.id))),
    /**
     * Changes what is given of an expense; null empties a property, or resets it to its default. Of an approved one all but
     * `pagado`, `notas` and `categoria` is refused (`gasto_aprobado`).
     */
    updateExpense: write(toWrite(caller, {
      name: "updateExpense",
      input: patch,
      command: ({ body, ids }) => updateExpense(organizationId, ids.id, body),
      shown: ExpenseResource,
    })),
    /** Deletes an expense. Refuses an approved one (`gasto_aprobado`). */
    deleteExpense: write(toWrite(caller, {
      name: "deleteExpense",
      input: id,
      command: (given) => deleteExpense(organizationId, given.id),
      shown: Schema.Void,
    })),
    /**
     * Asks for the approval of an expense that is new or was rejected. Refuses others (`aprobacion_pendiente`,
     * `gasto_aprobado`).
     */
    requestApproval: judged("requestApproval", "solicitar-aprobacion"),
    /**
     * Approves an expense, whether that was asked for or not. Refuses one that is approved or rejected (`gasto_aprobado`,
     * `gasto_rechazado`).
     */
    approveExpense: judged("approveExpense", "aprobar"),
    /**
     * Rejects an expense whose approval was asked for. Refuses others (`aprobacion_no_solicitada`, `gasto_aprobado`,
     * `gasto_rechazado`).
     */
    rejectExpense: judged("rejectExpense", "rechazar"),
  }
}
