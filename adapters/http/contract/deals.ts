import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { DealInput, DealPatch, DealResource } from "../../../core/deals/Deal.ts"
import { dealFilters } from "../../../core/deals/dealFilters.ts"
import { listParameters } from "../../../core/pagination/listParameters.ts"
import { described } from "./access.ts"
import { listOf } from "./lists.ts"
import { id } from "./pathParameters.ts"
import { withStatus } from "./withStatus.ts"

export const createDeal = HttpApiEndpoint.post("createDeal", "/oportunidades")
  .setPayload(DealInput)
  .addSuccess(withStatus(201, DealResource))
  .annotateContext(described("deals:write", "Abre una oportunidad", {
    description: "Con `estado` se gana o se pierde en el mismo momento, como con PATCH.",
    bodyExample: { titulo: "Ampliación de la web", importe: 4800, etapa: "propuesta" },
  }))

export const listDeals = HttpApiEndpoint.get("listDeals", "/oportunidades")
  .setUrlParams(Schema.Struct({ ...listParameters, ...dealFilters }))
  .addSuccess(listOf("OportunidadesPagina", DealResource))
  .annotateContext(described("deals:read", "Lista las oportunidades"))

export const readDeal = HttpApiEndpoint.get("readDeal")`/oportunidades/${id}`
  .addSuccess(DealResource)
  .annotateContext(described("deals:read", "Lee una oportunidad"))

export const updateDeal = HttpApiEndpoint.patch("updateDeal")`/oportunidades/${id}`
  .setPayload(DealPatch)
  .addSuccess(DealResource)
  .annotateContext(described("deals:write", "Cambia una oportunidad; su estado la gana, pierde o reabre", {
    description: "Cambia las propiedades enviadas; null deja una vacía o en su valor por omisión. Ganada o perdida, ni su " +
      "etapa ni su importe cambian si la misma petición no la reabre; de ganada a perdida, o al revés, se pasa por abierta. " +
      "Al reabrirla pierde su `motivo`.",
    bodyExample: { etapa: "negociación" },
  }))

export const deleteDeal = HttpApiEndpoint.del("deleteDeal")`/oportunidades/${id}`
  .annotateContext(described("deals:write", "Borra una oportunidad"))

/** Sales that may come about (decisions, section 2). */
export const deals = HttpApiGroup.make("oportunidades")
  .add(createDeal)
  .add(listDeals)
  .add(readDeal)
  .add(updateDeal)
  .add(deleteDeal)
  .annotateContext(OpenApi.annotations({
    title: "Oportunidades",
    description: "Ventas posibles, por etapas, hasta que se ganan o se pierden.",
  }))
