import { Schema } from "effect"
import { mapResult } from "../../../core/commit/Command.ts"
import { InvoiceResource } from "../../../core/invoices/invoiceResource.ts"
import { listParameters } from "../../../core/pagination/listParameters.ts"
import { createStore } from "../../../core/stores/createStore.ts"
import { deleteStore } from "../../../core/stores/deleteStore.ts"
import { importStoreOrder } from "../../../core/stores/importStoreOrder.ts"
import { listStores, readStore } from "../../../core/stores/readStores.ts"
import { StoreInput, StorePatch, StoreResource, type StoreState } from "../../../core/stores/Store.ts"
import { storeFilters } from "../../../core/stores/storeFilters.ts"
import { StoreOrderInput } from "../../../core/stores/StoreOrder.ts"
import { updateStore } from "../../../core/stores/updateStore.ts"
import type { Face, Kinds } from "../faces/Face.ts"
import type { Caller } from "./Caller.ts"
import { bodyInput, byId, idsInput, namedInput, queryInput } from "./Input.ts"
import { toList, toRead } from "./read.ts"
import { toWrite } from "./write.ts"

const id = idsInput(byId)
const fresh = bodyInput(StoreInput)
const patch = namedInput(byId, StorePatch)
const order = namedInput(byId, StoreOrderInput)
const query = queryInput(Schema.Struct({ ...listParameters, ...storeFilters }))

/** Connected online stores (decisions, section 2). */
export const storeCalls = <K extends Kinds>(
  { list, read, write }: Face<K>,
  caller: Caller,
) => {
  const { organizationId } = caller
  const switched = (name: string, estado: StoreState) =>
    write(toWrite(caller, {
      name,
      input: id,
      command: (given) => updateStore(organizationId, given.id, { estado }),
      shown: StoreResource,
    }))
  return {
    /** Connects a store. */
    createStore: write(toWrite(caller, {
      name: "createStore",
      input: fresh,
      command: (body) => createStore(organizationId, body),
      shown: StoreResource,
    })),
    /** Lists the stores. */
    listStores: list(toList(caller, "tiendas", query, (request, filters) =>
      listStores(organizationId, request, filters))),
    /** Reads a store. */
    readStore: read(toRead(caller, id, (given) => readStore(organizationId, given.id))),
    /** Changes what is given of a store; with `estado` it is paused or resumed. */
    updateStore: write(toWrite(caller, {
      name: "updateStore",
      input: patch,
      command: ({ body, ids }) => updateStore(organizationId, ids.id, body),
      shown: StoreResource,
    })),
    /** Disconnects a store; the invoices of its orders stay as they are. */
    deleteStore: write(toWrite(caller, {
      name: "deleteStore",
      input: id,
      command: (given) => deleteStore(organizationId, given.id),
      shown: Schema.Void,
    })),
    /** Pauses a store: it takes no new orders. */
    pauseStore: switched("pauseStore", "paused"),
    /** Resumes a paused store. */
    resumeStore: switched("resumeStore", "active"),
    /**
     * Makes the draft of an order, once: the same `referencia_externa` again answers the same invoice. Refuses a new order
     * for a paused store (`tienda_pausada`), and one whose draft was deleted (`pedido_importado`).
     */
    importStoreOrder: write(toWrite(caller, {
      name: "importStoreOrder",
      input: order,
      command: ({ body, ids }) => mapResult(importStoreOrder(organizationId, ids.id, body), ({ invoice }) => invoice),
      shown: InvoiceResource,
    })),
  }
}
