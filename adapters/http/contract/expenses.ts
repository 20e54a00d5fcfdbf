import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { ExpenseInput, ExpensePatch, ExpenseResource } from "../../../core/expenses/Expense.ts"
import { expenseFilters } from "../../../core/expenses/expenseFilters.ts"
import { listParameters } from "../../../core/pagination/listParameters.ts"
import { described } from "./access.ts"
import { listOf } from "./lists.ts"
import { id } from "./pathParameters.ts"
import { withStatus } from "./withStatus.ts"

export const createExpense = HttpApiEndpoint.post("createExpense", "/gastos")
  .setPayload(ExpenseInput)
  .addSuccess(withStatus(201, ExpenseResource))
  .annotateContext(described("expenses:write", "Registra un gasto (factura recibida)", {
    description: "Sin `tipo_iva` toma el de la organización, y sin `irpf` el del proveedor. En un abono la `base` es negativa.",
  }))

export const listExpenses = HttpApiEndpoint.get("listExpenses", "/gastos")
  .setUrlParams(Schema.Struct({ ...listParameters, ...expenseFilters }))
  .addSuccess(listOf("GastosPagina", ExpenseResource))
  .annotateContext(described("expenses:read", "Lista los gastos"))

export const readExpense = HttpApiEndpoint.get("readExpense")`/gastos/${id}`
  .addSuccess(ExpenseResource)
  .annotateContext(described("expenses:read", "Lee un gasto"))

export const updateExpense = HttpApiEndpoint.patch("updateExpense")`/gastos/${id}`
  .setPayload(ExpensePatch)
  .addSuccess(ExpenseResource)
  .annotateContext(described("expenses:write", "Cambia un gasto; aprobado, solo pagado, notas y categoria", {
    description: "Cambia las propiedades enviadas; null deja una vacía o en su valor por omisión.",
    bodyExample: { pagado: true },
  }))

export const deleteExpense = HttpApiEndpoint.del("deleteExpense")`/gastos/${id}`
  .annotateContext(described("expenses:write", "Borra un gasto que no esté aprobado"))

export const requestApproval = HttpApiEndpoint.post("requestApproval")`/gastos/${id}/solicitar-aprobacion`
  .addSuccess(ExpenseResource)
  .annotateContext(described("expenses:write", "Solicita la aprobación de un gasto"))

export const approveExpense = HttpApiEndpoint.post("approveExpense")`/gastos/${id}/aprobar`
  .addSuccess(ExpenseResource)
  .annotateContext(described("expenses:approve", "Aprueba un gasto"))

export const rejectExpense = HttpApiEndpoint.post("rejectExpense")`/gastos/${id}/rechazar`
  .addSuccess(ExpenseResource)
  .annotateContext(described("expenses:approve", "Rechaza un gasto cuya aprobación se ha solicitado"))

/** Invoices received (contract, section 2.4; decisions, "Expenses"). */
export const expenses = HttpApiGroup.make("gastos")
  .add(createExpense)
  .add(listExpenses)
  .add(readExpense)
  .add(updateExpense)
  .add(deleteExpense)
  .add(requestApproval)
  .add(approveExpense)
  .add(rejectExpense)
  .annotateContext(OpenApi.annotations({
    title: "Gastos",
    description: "Facturas recibidas y su aprobación. De lo aprobado solo cambian `pagado`, `notas` y `categoria`.",
  }))
