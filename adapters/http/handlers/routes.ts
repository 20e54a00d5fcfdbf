import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type { ApiGroup, EndpointName } from "../contract/api.ts"
import type { Route } from "../Route.ts"
import { accountRoutes } from "./account.ts"
import { contactRoutes } from "./contacts.ts"
import type { HandlerTools } from "./HandlerTools.ts"
import { invoiceRoutes } from "./invoices.ts"
import { serviceRoutes } from "./service.ts"

/** One route for every endpoint of a group: one that is declared and not handled does not compile. */
export type RoutesOf<Group extends HttpApiGroup.HttpApiGroup.Any> = {
  readonly [Name in EndpointName<Group>]: Route<Name>
}

/** The routes of the whole contract. */
export const makeRoutes = (tools: HandlerTools): RoutesOf<ApiGroup> => ({
  ...accountRoutes(tools),
  ...contactRoutes(tools),
  ...invoiceRoutes(tools),
  ...serviceRoutes(tools),
})
