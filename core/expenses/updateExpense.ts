import { Either } from "effect"
import { type Command, loaded, unchanged, type View } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { Contact } from "../contacts/Contact.ts"
import { contactUsed } from "../contacts/ContactUse.ts"
import { checkSupplier, contactKeys, namedContact } from "../contacts/namedContact.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import { given, isSameRow } from "../fields/patching.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Organization } from "../organizations/Organization.ts"
import { organizationKey, presentOrganization } from "../organizations/presentOrganization.ts"
import { type FieldIssue, invalidInput, notFound, type Refusal } from "../refusals/refusal.ts"
import { patchRefusal } from "./approval.ts"
import { type Expense, type ExpensePatch, type ExpenseResource, expenseResource } from "./Expense.ts"
import { expenseContents } from "./expenseContents.ts"

/**
 * Changes the given properties of an expense, without an event; null resets one to null or to its default. A patch that
 * changes nothing writes nothing. Refuses what `createExpense` refuses, and for an approved expense everything but `pagado`,
 * `notas` and `categoria` (decisions, section 2, "Expenses").
 */
export const updateExpense = (
  organizationId: OrganizationId,
  id: string,
  sent: ExpensePatch,
): Command<ExpenseResource> => {
  const patch = given(sent)
  return {
    organizationId,
    reads: (view) => [
      organizationKey(organizationId),
      key("expense", organizationId, id),
      ...contactKeys(organizationId, supplierAfter(view, organizationId, id, patch)),
    ],
    decide: (view, supply) => {
      const organization = presentOrganization(view, organizationId)
      const present = view.get("expense", organizationId, id)
      if (present === undefined) return Either.left(notFound("el gasto"))
      const refusal = patchRefusal(present.estado_aprobacion, Object.keys(patch))
      if (refusal !== undefined) return Either.left(refusal)

      const supplier = namedContact(view, organizationId, supplierAfter(view, organizationId, id, patch))
      return Either.map(patchedExpense(present, patch, organization, supplier), (changed) => {
        if (isSameRow(present, changed)) return unchanged(expenseResource(present))
        const row = { ...changed, modifiedSequence: supply.sequence() }
        return {
          result: expenseResource(row),
          rows: [{ table: "expense", row }, ...contactUsed(organizationId, row.proveedor_id)],
          events: [],
        }
      })
    },
  }
}

/** The id of the supplier that the expense names after the patch; null too while the expense is not loaded. */
const supplierAfter = (view: View, organizationId: OrganizationId, id: string, patch: ExpensePatch): string | null => {
  if (patch.proveedor_id !== undefined) return orNull(patch.proveedor_id)
  return loaded(view, "expense", organizationId, id)?.proveedor_id ?? null
}

/** The expense after the patch. A patch that names the supplier, even the same, takes the name that it has now. */
const patchedExpense = (
  present: Expense,
  patch: ExpensePatch,
  organization: Organization,
  supplier: Contact | undefined,
): Either.Either<Expense, Refusal> => {
  const issues: Array<FieldIssue> = []
  const namesSupplier = patch.proveedor_id !== undefined
  if (namesSupplier && orNull(patch.proveedor_id) !== null) checkSupplier(supplier, issues)
  const contents = expenseContents({ ...present, ...patch }, { organization, supplier, creado: present.creado }, issues)
  if (contents === undefined || issues.length > 0) return Either.left(invalidInput(issues))
  return Either.right({ ...present, ...contents, proveedor: namesSupplier ? supplier?.nombre ?? null : present.proveedor })
}
