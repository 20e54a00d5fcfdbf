import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { ActivityResource } from "../../../core/activity/activityResource.ts"
import { listParameters } from "../../../core/pagination/listParameters.ts"
import { described } from "./access.ts"
import { listOf } from "./lists.ts"

export const listActivity = HttpApiEndpoint.get("listActivity", "/actividad")
  .setUrlParams(Schema.Struct(listParameters))
  .addSuccess(listOf("ActividadPagina", ActivityResource))
  .annotateContext(described("activity:read", "Lista lo que conviene saber de la cuenta"))

/** What happened to the account (decisions, "Activity"). */
export const activity = HttpApiGroup.make("actividad")
  .add(listActivity)
  .annotateContext(OpenApi.annotations({
    title: "Actividad",
    description: "Lo que ha pasado en la cuenta y conviene saber. Solo se lee.",
  }))
