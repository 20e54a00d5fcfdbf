import { Effect } from "effect"
import { amendRecord } from "../../../core/corrections/amendRecord.ts"
import { listInvoiceRecords, listRecords } from "../../../core/registry/readRecords.ts"
import { readSubmission } from "../../../core/submission/readSubmission.ts"
import { readVerification } from "../../../core/verification/readVerification.ts"
import * as contract from "../contract/registry.ts"
import { created, ok } from "../replies/Reply.ts"
import { carryOut } from "../routing/carryOut.ts"
import { keyed } from "../routing/Route.ts"
import type { HandlerTools } from "./HandlerTools.ts"
import type { RoutesOf } from "./routes.ts"

/** `/registro`, the records of an invoice, and `subsanar`. */
export const registryRoutes = ({ addressOf, lists, recordingTerms }: HandlerTools): RoutesOf<typeof contract.registry> => ({
  listInvoiceRecords: lists.route(contract.listInvoiceRecords, (call, caller, request) =>
    listInvoiceRecords(caller.organizationId, call.path.id, request)),

  listRecords: lists.route(contract.listRecords, (_, caller, request) =>
    listRecords(caller.organizationId, request)),

  readVerification: keyed(contract.readVerification, (_, { organizationId }) =>
    Effect.map(readVerification(organizationId), ok)),

  readSubmission: keyed(contract.readSubmission, (_, { organizationId }) =>
    Effect.map(readSubmission(organizationId), ok)),

  amendRecord: keyed(contract.amendRecord, ({ body, incoming, path: { id } }, { modo, organizationId, safeguards }) =>
    carryOut(safeguards, amendRecord(organizationId, id, body, { ...recordingTerms, modo }), (record) =>
      created(addressOf(incoming, `/facturas/${id}/registro`), record))),
})
