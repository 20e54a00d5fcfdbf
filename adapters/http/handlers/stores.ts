import { Effect } from "effect"
import { createStore } from "../../../core/stores/createStore.ts"
import { deleteStore } from "../../../core/stores/deleteStore.ts"
import { importStoreOrder } from "../../../core/stores/importStoreOrder.ts"
import { listStores, readStore } from "../../../core/stores/readStores.ts"
import { updateStore } from "../../../core/stores/updateStore.ts"
import * as contract from "../contract/stores.ts"
import { created, noContent, ok } from "../replies/Reply.ts"
import { carryOut } from "../routing/carryOut.ts"
import { keyed } from "../routing/Route.ts"
import type { HandlerTools } from "./HandlerTools.ts"
import type { RoutesOf } from "./routes.ts"

/** `/tiendas`. */
export const storeRoutes = ({ addressOf, lists }: HandlerTools): RoutesOf<typeof contract.stores> => ({
  createStore: keyed(contract.createStore, ({ body, incoming }, { organizationId, safeguards }) =>
    carryOut(safeguards, createStore(organizationId, body), (store) =>
      created(addressOf(incoming, `/tiendas/${store.id}`), store))),

  listStores: lists.route(contract.listStores, (call, caller, request) =>
    listStores(caller.organizationId, request, call.query)),

  readStore: keyed(contract.readStore, ({ path }, { organizationId }) =>
    Effect.map(readStore(organizationId, path.id), ok)),

  updateStore: keyed(contract.updateStore, ({ body, path }, { organizationId, safeguards }) =>
    carryOut(safeguards, updateStore(organizationId, path.id, body), ok)),

  deleteStore: keyed(contract.deleteStore, ({ path }, { organizationId, safeguards }) =>
    carryOut(safeguards, deleteStore(organizationId, path.id), () => noContent)),

  pauseStore: keyed(contract.pauseStore, ({ path }, { organizationId, safeguards }) =>
    carryOut(safeguards, updateStore(organizationId, path.id, { estado: "paused" }), ok)),

  resumeStore: keyed(contract.resumeStore, ({ path }, { organizationId, safeguards }) =>
    carryOut(safeguards, updateStore(organizationId, path.id, { estado: "active" }), ok)),

  importStoreOrder: keyed(contract.importStoreOrder, ({ body, incoming, path }, { organizationId, safeguards }) =>
    carryOut(safeguards, importStoreOrder(organizationId, path.id, body), ({ first, invoice }) =>
      first ? created(addressOf(incoming, `/facturas/${invoice.id}`), invoice) : ok(invoice))),
})
