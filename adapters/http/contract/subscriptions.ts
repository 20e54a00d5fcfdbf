import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { listParameters } from "../../../core/pagination/listParameters.ts"
import { SubscriptionInput, SubscriptionPatch, SubscriptionResource } from "../../../core/subscriptions/Subscription.ts"
import { subscriptionFilters } from "../../../core/subscriptions/subscriptionFilters.ts"
import { described } from "./access.ts"
import { listOf } from "./lists.ts"
import { id } from "./pathParameters.ts"
import { withStatus } from "./withStatus.ts"

export const createSubscription = HttpApiEndpoint.post("createSubscription", "/suscripciones")
  .setPayload(SubscriptionInput)
  .addSuccess(withStatus(201, SubscriptionResource))
  .annotateContext(described("subscriptions:write", "Crea una suscripción", {
    description: "Cada periodo que empieza se factura, también los que ya han empezado: con un `inicio` pasado, enseguida. " +
      "Con `emitir` sus facturas se emiten como con la clave que la crea.",
  }))

export const listSubscriptions = HttpApiEndpoint.get("listSubscriptions", "/suscripciones")
  .setUrlParams(Schema.Struct({ ...listParameters, ...subscriptionFilters }))
  .addSuccess(listOf("SuscripcionesPagina", SubscriptionResource))
  .annotateContext(described("subscriptions:read", "Lista las suscripciones"))

export const readSubscription = HttpApiEndpoint.get("readSubscription")`/suscripciones/${id}`
  .addSuccess(SubscriptionResource)
  .annotateContext(described("subscriptions:read", "Lee una suscripción"))

export const updateSubscription = HttpApiEndpoint.patch("updateSubscription")`/suscripciones/${id}`
  .setPayload(SubscriptionPatch)
  .addSuccess(SubscriptionResource)
  .annotateContext(described("subscriptions:write", "Cambia una suscripción; su estado la pausa, reanuda o cancela", {
    description: "Cambia las propiedades enviadas; null deja una vacía o en su valor por omisión. Al reanudarla no se " +
      "facturan los periodos que empezaron antes de hoy, salvo si se pausó sola porque no se pudo facturar uno.",
    bodyExample: { estado: "paused" },
  }))

export const deleteSubscription = HttpApiEndpoint.del("deleteSubscription")`/suscripciones/${id}`
  .annotateContext(described("subscriptions:write", "Borra una suscripción; sus facturas quedan como están"))

/** What becomes an invoice each period (decisions, section 2). */
export const subscriptions = HttpApiGroup.make("suscripciones")
  .add(createSubscription)
  .add(listSubscriptions)
  .add(readSubscription)
  .add(updateSubscription)
  .add(deleteSubscription)
  .annotateContext(OpenApi.annotations({
    title: "Suscripciones",
    description: "Lo que se factura cada semana, mes, trimestre o año: cada periodo da una factura, en borrador o emitida, y " +
      "el suceso `subscription.invoiced`.",
  }))
