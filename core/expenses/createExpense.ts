import { Either } from "effect"
import type { Command } from "../commit/Command.ts"
import { newRow } from "../commit/newRow.ts"
import { contactUsed } from "../contacts/ContactUse.ts"
import { checkSupplier, contactKeys, namedContact } from "../contacts/namedContact.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { organizationKey, presentOrganization } from "../organizations/presentOrganization.ts"
import { type FieldIssue, invalidInput } from "../refusals/refusal.ts"
import { type Expense, type ExpenseInput, type ExpenseResource, expenseResource } from "./Expense.ts"
import { expenseContents } from "./expenseContents.ts"

/**
 * Registers an invoice received; emits `expense.created` (contract, sections 2.4 and 6.1). Refuses a supplier that does not
 * exist or is a customer, and a total beyond 12 integer digits.
 */
export const createExpense = (organizationId: OrganizationId, input: ExpenseInput): Command<ExpenseResource> => {
  const supplierId = orNull(input.proveedor_id)
  return {
    organizationId,
    reads: () => [organizationKey(organizationId), ...contactKeys(organizationId, supplierId)],
    decide: (view, supply) => {
      const organization = presentOrganization(view, organizationId)
      const supplier = namedContact(view, organizationId, supplierId)
      const issues: Array<FieldIssue> = []
      if (supplierId !== null) checkSupplier(supplier, issues)
      const contents = expenseContents(input, { organization, supplier, creado: supply.clock }, issues)
      if (contents === undefined || issues.length > 0) return Either.left(invalidInput(issues))

      const row: Expense = {
        ...newRow(organizationId, supply),
        ...contents,
        proveedor: supplier?.nombre ?? null,
        estado_aprobacion: "none",
      }
      const gasto = expenseResource(row)
      return Either.right({
        result: gasto,
        rows: [{ table: "expense", row }, ...contactUsed(organizationId, supplierId)],
        events: [{ suceso: "expense.created", datos: { gasto } }],
      })
    },
  }
}
