import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { MemberInput, MemberPatch, MemberResource } from "../../../core/members/Member.ts"
import { memberFilters } from "../../../core/members/memberFilters.ts"
import { listParameters } from "../../../core/pagination/listParameters.ts"
import { described } from "./access.ts"
import { listOf } from "./lists.ts"
import { id } from "./pathParameters.ts"
import { withStatus } from "./withStatus.ts"

const taken = "Un número que ya tiene otro socio es 409 `numero_de_socio_repetido`."

export const createMember = HttpApiEndpoint.post("createMember", "/socios")
  .setPayload(MemberInput)
  .addSuccess(withStatus(201, MemberResource))
  .annotateContext(described("members:write", "Da de alta un socio", { description: taken }))

export const listMembers = HttpApiEndpoint.get("listMembers", "/socios")
  .setUrlParams(Schema.Struct({ ...listParameters, ...memberFilters }))
  .addSuccess(listOf("SociosPagina", MemberResource))
  .annotateContext(described("members:read", "Lista los socios"))

export const readMember = HttpApiEndpoint.get("readMember")`/socios/${id}`
  .addSuccess(MemberResource)
  .annotateContext(described("members:read", "Lee un socio"))

export const updateMember = HttpApiEndpoint.patch("updateMember")`/socios/${id}`
  .setPayload(MemberPatch)
  .addSuccess(MemberResource)
  .annotateContext(described("members:write", "Cambia un socio, o lo da de baja", {
    description: `Cambia las propiedades enviadas; null deja una vacía o en su valor por omisión. ${taken}`,
    bodyExample: { baja: "2026-12-31" },
  }))

export const deleteMember = HttpApiEndpoint.del("deleteMember")`/socios/${id}`
  .annotateContext(described("members:write", "Borra un socio", {
    description: "Su número queda libre, pero solo para quien lo pida. Los donativos que lo nombran quedan como están.",
  }))

/** Members of an association (decisions, section 2). */
export const members = HttpApiGroup.make("socios")
  .add(createMember)
  .add(listMembers)
  .add(readMember)
  .add(updateMember)
  .add(deleteMember)
  .annotateContext(OpenApi.annotations({
    title: "Socios",
    description: "Los socios de una asociación, con su número y su cuota.",
  }))
