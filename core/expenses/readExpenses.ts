import { Effect } from "effect"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { betweenDays, zoneForDays } from "../pagination/dayFilters.ts"
import { equalTo, matching } from "../pagination/listFilters.ts"
import { type ListAnswer, type ListRequest, listShown } from "../pagination/listPage.ts"
import { readShown } from "../pagination/readShown.ts"
import type { Storage, StorageUnavailable } from "../ports/Storage.ts"
import { type NotFound, notFound } from "../refusals/refusal.ts"
import { type ExpenseResource, expenseResource } from "./Expense.ts"
import type { ExpenseFilters } from "./expenseFilters.ts"

/** The expense with this id. Refuses an id that does not exist in the company. */
export const readExpense = (
  organizationId: OrganizationId,
  id: string,
): Effect.Effect<ExpenseResource, NotFound | StorageUnavailable, Storage> =>
  readShown("expense", organizationId, id, notFound("el gasto"), expenseResource)

/** A page of the company's expenses that pass the filters. */
export const listExpenses = Effect.fnUntraced(function*(
  organizationId: OrganizationId,
  request: ListRequest,
  filters: ExpenseFilters = {},
): Effect.fn.Return<ListAnswer<ExpenseResource>, StorageUnavailable, Storage> {
  const zone = yield* zoneForDays(organizationId, filters.fecha_desde, filters.fecha_hasta)
  return yield* listShown("expense", organizationId, request, [
    ...equalTo("proveedor_id", filters.proveedor_id),
    ...equalTo("categoria", filters.categoria),
    ...equalTo("pagado", filters.pagado),
    ...equalTo("estado_aprobacion", filters.estado_aprobacion),
    ...betweenDays("fecha", filters.fecha_desde, filters.fecha_hasta, zone),
    ...matching(filters.buscar),
  ], expenseResource)
})
