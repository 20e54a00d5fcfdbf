import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { KeyMode } from "../../../core/access/keyText.ts"
import { Scope } from "../../../core/access/scopes.ts"
import { OrganizationResource } from "../../../core/organizations/Organization.ts"
import { described } from "./access.ts"

/** What a key is and may do (contract, section 2.8). */
const IndexResource = Schema.Struct({
  api: Schema.String,
  version: Schema.String,
  hora: Schema.String,
  modo: KeyMode,
  empresa_id: Schema.String,
  scopes: Schema.Array(Scope),
  limite_peticiones: Schema.Struct({ peticiones: Schema.Int, ventana_segundos: Schema.Int }),
  openapi: Schema.String,
}).annotations({ identifier: "Indice" })

export const readIndex = HttpApiEndpoint.get("readIndex", "/")
  .addSuccess(IndexResource)
  .annotateContext(described("any key", "Comprueba la clave y dice qué puede hacer"))

export const readOrganization = HttpApiEndpoint.get("readOrganization", "/organizacion")
  .addSuccess(OrganizationResource)
  .annotateContext(described("any key", "Lee la organización de la clave"))

/** The key and its organization. */
export const account = HttpApiGroup.make("cuenta")
  .add(readIndex)
  .add(readOrganization)
  .annotateContext(OpenApi.annotations({
    title: "Cuenta",
    description: "De quién es la clave y qué puede hacer. Sirve cualquier clave válida.",
  }))
