import { Schema } from "effect"
import { listParameters } from "../../../core/pagination/listParameters.ts"
import { deletePayment } from "../../../core/payments/deletePayment.ts"
import { PaymentInput, PaymentResource } from "../../../core/payments/Payment.ts"
import { paymentFilters } from "../../../core/payments/paymentFilters.ts"
import { listInvoicePayments, listPayments, readPayment } from "../../../core/payments/readPayments.ts"
import { recordPayment } from "../../../core/payments/recordPayment.ts"
import type { Face, Kinds } from "../faces/Face.ts"
import type { Caller } from "./Caller.ts"
import { byId, idsInput, listOfOneInput, namedInput, queryInput } from "./Input.ts"
import { toList, toListOfOne, toRead } from "./read.ts"
import { toWrite } from "./write.ts"

const id = idsInput(byId)
const fresh = namedInput(byId, PaymentInput)
const query = queryInput(Schema.Struct({ ...listParameters, ...paymentFilters }))
const ofInvoice = listOfOneInput(byId)

/** Amounts collected against invoices (contract, section 2.6). */
export const paymentCalls = <K extends Kinds>(
  { list, listOfOne, read, write }: Face<K>,
  caller: Caller,
) => {
  const { organizationId } = caller
  return {
    /**
     * Records a payment of the invoice `id`, of today unless `fecha` is given; `importe` may be more than what is pending.
     * Refuses what is no issued invoice (`factura_en_borrador`, `factura_anulada`, `no_es_factura`).
     */
    recordPayment: write(toWrite(caller, {
      name: "recordPayment",
      input: fresh,
      command: ({ body, ids }) => recordPayment(organizationId, ids.id, body),
      shown: PaymentResource,
    })),
    /** Lists the payments of the invoice `id`. */
    listInvoicePayments: listOfOne(toListOfOne(
      caller,
      (ids) => `facturas/${ids.id}/cobros`,
      ofInvoice,
      (request, ids) => listInvoicePayments(organizationId, ids.id, request),
    )),
    /** Lists the payments of all invoices. */
    listPayments: list(toList(caller, "cobros", query, (request, filters) =>
      listPayments(organizationId, request, filters))),
    /** Reads a payment. */
    readPayment: read(toRead(caller, id, (given) => readPayment(organizationId, given.id))),
    /** Deletes a payment; the invoice's `estado` follows. */
    deletePayment: write(toWrite(caller, {
      name: "deletePayment",
      input: id,
      command: (given) => deletePayment(organizationId, given.id),
      shown: Schema.Void,
    })),
  }
}
