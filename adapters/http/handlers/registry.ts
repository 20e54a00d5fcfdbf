import { Effect } from "effect"
import { listInvoiceRecords, listRecords } from "../../../core/registry/readRecords.ts"
import * as contract from "../contract/registry.ts"
import { ok } from "../Reply.ts"
import { keyed } from "../Route.ts"
import type { HandlerTools } from "./HandlerTools.ts"
import type { RoutesOf } from "./routes.ts"

const collection = "registro"

export const registryRoutes = ({ lists }: HandlerTools): RoutesOf<typeof contract.registry> => ({
  listInvoiceRecords: keyed(contract.listInvoiceRecords, (call, caller) =>
    Effect.gen(function*() {
      const { path: { id } } = call
      const ofInvoice = `facturas/${id}/registro`
      const request = yield* lists.request(ofInvoice, call, caller)
      const page = yield* listInvoiceRecords(caller.organizationId, id, request)
      return ok(lists.resource(ofInvoice, call, caller, page))
    })),

  listRecords: keyed(contract.listRecords, (call, caller) =>
    Effect.gen(function*() {
      const request = yield* lists.request(collection, call, caller)
      const page = yield* listRecords(caller.organizationId, request)
      return ok(lists.resource(collection, call, caller, page))
    })),
})
