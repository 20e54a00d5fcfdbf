import { Effect } from "effect"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { organizationKey } from "../organizations/presentOrganization.ts"
import { equalTo } from "../pagination/listFilters.ts"
import { type ListAnswer, type ListRequest, listPage } from "../pagination/listPage.ts"
import { readShown } from "../pagination/readShown.ts"
import { Storage, type StorageUnavailable } from "../ports/Storage.ts"
import { type NotFound, notFound } from "../refusals/refusal.ts"
import { type RecordResource, recordResource } from "./recordResource.ts"

/** A page of a company's records; with `factura_id`, only of those about that invoice. */
export const listRecords = Effect.fnUntraced(function*(
  organizationId: OrganizationId,
  request: ListRequest,
  { factura_id }: { readonly factura_id?: string } = {},
): Effect.fn.Return<ListAnswer<RecordResource>, StorageUnavailable, Storage> {
  const { findMany } = yield* Storage
  const page = yield* listPage("registryRecord", organizationId, request, equalTo("factura_id", factura_id))
  const { organization = [], recordVerdict = [] } = yield* findMany([
    organizationKey(organizationId),
    ...page.datos.map(({ id }) => key("recordVerdict", organizationId, id)),
  ])
  const verdicts = new Map(recordVerdict.map((verdict) => [verdict.id, verdict]))
  const company = organization[0] ?? { sendsRecords: false }
  return { ...page, datos: page.datos.map((record) => recordResource(record, verdicts.get(record.id), company)) }
})

/** A page of the records about one invoice. Refuses an invoice that does not exist. */
export const listInvoiceRecords = Effect.fnUntraced(function*(
  organizationId: OrganizationId,
  invoiceId: string,
  request: ListRequest,
): Effect.fn.Return<ListAnswer<RecordResource>, NotFound | StorageUnavailable, Storage> {
  yield* readShown("invoice", organizationId, invoiceId, notFound("la factura"), () => undefined)
  return yield* listRecords(organizationId, request, { factura_id: invoiceId })
})
