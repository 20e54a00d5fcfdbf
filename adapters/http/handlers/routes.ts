import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type { ApiGroup, EndpointName } from "../contract/api.ts"
import type { Route } from "../routing/Route.ts"
import { accountRoutes } from "./account.ts"
import { activityRoutes } from "./activity.ts"
import { contactRoutes } from "./contacts.ts"
import { dealRoutes } from "./deals.ts"
import { donationRoutes } from "./donations.ts"
import { eventRoutes } from "./events.ts"
import { expenseRoutes } from "./expenses.ts"
import type { HandlerTools } from "./HandlerTools.ts"
import { invoiceRoutes } from "./invoices.ts"
import { mailRoutes } from "./mail.ts"
import { memberRoutes } from "./members.ts"
import { paymentRoutes } from "./payments.ts"
import { productRoutes } from "./products.ts"
import { purchaseOrderRoutes } from "./purchaseOrders.ts"
import { registryRoutes } from "./registry.ts"
import { serviceRoutes } from "./service.ts"
import { storeRoutes } from "./stores.ts"
import { subscriptionRoutes } from "./subscriptions.ts"
import { webhookRoutes } from "./webhooks.ts"

/** One route for every endpoint of a group: one that is declared and not handled does not compile. */
export type RoutesOf<Group extends HttpApiGroup.HttpApiGroup.Any> = {
  readonly [Name in EndpointName<Group>]: Route<Name>
}

/** The routes of the whole contract. */
export const makeRoutes = (tools: HandlerTools): RoutesOf<ApiGroup> => ({
  ...accountRoutes(tools),
  ...activityRoutes(tools),
  ...contactRoutes(tools),
  ...dealRoutes(tools),
  ...donationRoutes(tools),
  ...eventRoutes(tools),
  ...expenseRoutes(tools),
  ...invoiceRoutes(tools),
  ...mailRoutes(),
  ...memberRoutes(tools),
  ...paymentRoutes(tools),
  ...productRoutes(tools),
  ...purchaseOrderRoutes(tools),
  ...registryRoutes(tools),
  ...serviceRoutes(tools),
  ...storeRoutes(tools),
  ...subscriptionRoutes(tools),
  ...webhookRoutes(tools),
})
