import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { listParameters } from "../../../core/pagination/listParameters.ts"
import { PaymentInput, PaymentResource } from "../../../core/payments/Payment.ts"
import { paymentFilters } from "../../../core/payments/paymentFilters.ts"
import { described } from "./access.ts"
import { listOf } from "./lists.ts"
import { id } from "./pathParameters.ts"
import { withStatus } from "./withStatus.ts"

const page = listOf("CobrosPagina", PaymentResource)

export const recordPayment = HttpApiEndpoint.post("recordPayment")`/facturas/${id}/cobros`
  .setPayload(PaymentInput)
  .addSuccess(withStatus(201, PaymentResource))
  .annotateContext(described("payments:write", "Registra un cobro de una factura emitida", {
    description: "Puede pasar de lo pendiente. Con el que lo deja a cero la factura queda cobrada, con su `fecha`.",
  }))

export const listInvoicePayments = HttpApiEndpoint.get("listInvoicePayments")`/facturas/${id}/cobros`
  .setUrlParams(Schema.Struct(listParameters))
  .addSuccess(page)
  .annotateContext(described("payments:read", "Lista los cobros de una factura"))

export const listPayments = HttpApiEndpoint.get("listPayments", "/cobros")
  .setUrlParams(Schema.Struct({ ...listParameters, ...paymentFilters }))
  .addSuccess(page)
  .annotateContext(described("payments:read", "Lista los cobros"))

export const readPayment = HttpApiEndpoint.get("readPayment")`/cobros/${id}`
  .addSuccess(PaymentResource)
  .annotateContext(described("payments:read", "Lee un cobro"))

export const deletePayment = HttpApiEndpoint.del("deletePayment")`/cobros/${id}`
  .annotateContext(described("payments:write", "Borra un cobro; el estado de su factura lo sigue"))

/** Amounts collected against invoices (contract, section 2.6; decisions, "Payments"). */
export const payments = HttpApiGroup.make("cobros")
  .add(recordPayment)
  .add(listInvoicePayments)
  .add(listPayments)
  .add(readPayment)
  .add(deletePayment)
  .annotateContext(OpenApi.annotations({
    title: "Cobros",
    description: "Importes cobrados de facturas emitidas: de ellos salen `cobrado` y `pendiente`. " +
      "Un cobro no se cambia: se borra y se registra otro.",
  }))
