import * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { account } from "./account.ts"
import { activity } from "./activity.ts"
import { contacts } from "./contacts.ts"
import { deals } from "./deals.ts"
import { donations } from "./donations.ts"
import { events } from "./events.ts"
import { expenses } from "./expenses.ts"
import { invoices } from "./invoices.ts"
import { mail } from "./mail.ts"
import { members } from "./members.ts"
import { payments } from "./payments.ts"
import { products } from "./products.ts"
import { purchaseOrders } from "./purchaseOrders.ts"
import { registry } from "./registry.ts"
import { service } from "./service.ts"
import { stores } from "./stores.ts"
import { subscriptions } from "./subscriptions.ts"
import { webhooks } from "./webhooks.ts"

/** The version of the interface that the index and the document carry (contract, section 9). */
export const interfaceVersion = "1.0.0"

/** What every path of the contract follows. */
export const basePath = "/api/v1"

/** The whole contract: paths are relative to `basePath`. */
export const api = HttpApi.make("talonario")
  .add(account)
  .add(activity)
  .add(contacts)
  .add(deals)
  .add(donations)
  .add(events)
  .add(expenses)
  .add(invoices)
  .add(mail)
  .add(members)
  .add(payments)
  .add(products)
  .add(purchaseOrders)
  .add(registry)
  .add(service)
  .add(stores)
  .add(subscriptions)
  .add(webhooks)
  .annotateContext(OpenApi.annotations({
    title: "Talonario",
    version: interfaceVersion,
    description: "Facturación para España: contactos, productos, gastos y pedidos a proveedores; facturas y sus cobros, " +
      "suscripciones y pedidos de tiendas que se facturan, el registro encadenado de VERI*FACTU, envíos por correo y " +
      "webhooks; oportunidades, socios y donativos.",
  }))

type GroupsOf<Api> = Api extends HttpApi.HttpApi<infer _Id, infer Groups, infer _E, infer _R> ? Groups : never

/** Every group of the contract. */
export type ApiGroup = GroupsOf<typeof api>

/** The names of a group's endpoints. */
export type EndpointName<Group extends HttpApiGroup.HttpApiGroup.Any> = HttpApiEndpoint.HttpApiEndpoint.Name<
  HttpApiGroup.HttpApiGroup.Endpoints<Group>
>
