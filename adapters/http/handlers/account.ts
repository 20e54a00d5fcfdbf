import { Effect } from "effect"
import { isoInstant } from "../../../core/calendar/instant.ts"
import { organizationResource } from "../../../core/organizations/Organization.ts"
import { readOrganization } from "../../../core/organizations/readOrganization.ts"
import * as contract from "../contract/account.ts"
import { interfaceVersion } from "../contract/api.ts"
import { ok } from "../replies/Reply.ts"
import { keyed } from "../routing/Route.ts"
import type { HandlerTools } from "./HandlerTools.ts"
import type { RoutesOf } from "./routes.ts"

/** `/` and `/organizacion`. */
export const accountRoutes = ({ addressOf, rateLimit }: HandlerTools): RoutesOf<typeof contract.account> => ({
  readIndex: keyed(contract.readIndex, ({ incoming }, { modo, organizationId, scopes }) =>
    Effect.succeed(ok({
      api: "Talonario",
      version: interfaceVersion,
      hora: isoInstant(incoming.now),
      modo,
      empresa_id: organizationId,
      scopes,
      limite_peticiones: { peticiones: rateLimit.limit, ventana_segundos: rateLimit.windowSeconds },
      openapi: addressOf(incoming, "/openapi.json"),
    }))),

  readOrganization: keyed(contract.readOrganization, (_, { organizationId }) =>
    Effect.map(readOrganization(organizationId), (organization) => ok(organizationResource(organization)))),
})
