import { listInvoiceRecords, listRecords } from "../../../core/registry/readRecords.ts"
import * as contract from "../contract/registry.ts"
import { keyed } from "../Route.ts"
import type { HandlerTools } from "./HandlerTools.ts"
import type { RoutesOf } from "./routes.ts"

export const registryRoutes = ({ lists }: HandlerTools): RoutesOf<typeof contract.registry> => ({
  listInvoiceRecords: keyed(contract.listInvoiceRecords, (call, caller) =>
    lists.answer(`facturas/${call.path.id}/registro`, call, caller, (request) =>
      listInvoiceRecords(caller.organizationId, call.path.id, request))),

  listRecords: keyed(contract.listRecords, (call, caller) =>
    lists.answer("registro", call, caller, (request) => listRecords(caller.organizationId, request))),
})
