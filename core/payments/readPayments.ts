import { Effect } from "effect"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { betweenDays, zoneForDays } from "../pagination/dayFilters.ts"
import { equalTo } from "../pagination/listFilters.ts"
import { type ListAnswer, type ListRequest, listShown } from "../pagination/listPage.ts"
import { readShown } from "../pagination/readShown.ts"
import type { Storage, StorageUnavailable } from "../ports/Storage.ts"
import { type NotFound, notFound } from "../refusals/refusal.ts"
import { type PaymentResource, paymentResource } from "./Payment.ts"
import type { PaymentFilters } from "./paymentFilters.ts"

/** One payment. */
export const readPayment = (
  organizationId: OrganizationId,
  id: string,
): Effect.Effect<PaymentResource, NotFound | StorageUnavailable, Storage> =>
  readShown("payment", organizationId, id, notFound("el cobro"), paymentResource)

/** A page of payments. */
export const listPayments = Effect.fnUntraced(function*(
  organizationId: OrganizationId,
  request: ListRequest,
  { factura_id, fecha_desde, fecha_hasta, forma_pago }: PaymentFilters = {},
): Effect.fn.Return<ListAnswer<PaymentResource>, StorageUnavailable, Storage> {
  const zone = yield* zoneForDays(organizationId, fecha_desde, fecha_hasta)
  return yield* listShown("payment", organizationId, request, [
    ...equalTo("factura_id", factura_id),
    ...betweenDays("fecha", fecha_desde, fecha_hasta, zone),
    ...equalTo("forma_pago", forma_pago),
  ], paymentResource)
})

/** A page of the payments of one invoice. Refuses an invoice that does not exist. */
export const listInvoicePayments = Effect.fnUntraced(function*(
  organizationId: OrganizationId,
  invoiceId: string,
  request: ListRequest,
): Effect.fn.Return<ListAnswer<PaymentResource>, NotFound | StorageUnavailable, Storage> {
  yield* readShown("invoice", organizationId, invoiceId, notFound("la factura"), () => undefined)
  return yield* listPayments(organizationId, request, { factura_id: invoiceId })
})
