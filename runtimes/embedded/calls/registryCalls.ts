import { Effect, Schema } from "effect"
import { AmendmentInput, amendRecord } from "../../../core/corrections/amendRecord.ts"
import { listParameters } from "../../../core/pagination/listParameters.ts"
import { listInvoiceRecords, listRecords } from "../../../core/registry/readRecords.ts"
import { RecordResource } from "../../../core/registry/recordResource.ts"
import { sendRegardless } from "../../../core/submission/noteVigilance.ts"
import { readSubmission } from "../../../core/submission/readSubmission.ts"
import { readVerification } from "../../../core/verification/readVerification.ts"
import { checkRegistry } from "../../../core/verification/RegistryVerification.ts"
import type { Face, Kinds } from "../faces/Face.ts"
import { Installation } from "../Installation.ts"
import type { Caller } from "./Caller.ts"
import { comparedRegistry, sinceInput } from "./comparedRegistry.ts"
import { daysInput, exportedFiles } from "./exportedFiles.ts"
import { byId, listOfOneInput, namedInput, queryInput } from "./Input.ts"
import { toList, toListOfOne, toRead, toReadOnly, toStream } from "./read.ts"
import { runCommand, toWritePrepared } from "./write.ts"

const amendment = namedInput(byId, AmendmentInput)
const query = queryInput(Schema.Struct(listParameters))
const ofInvoice = listOfOneInput(byId)

/** The chain of records kept for the tax authority (decisions, section 5), and how it is coming along there. */
export const registryCalls = <K extends Kinds>(
  { list, listOfOne, read, stream, write }: Face<K>,
  caller: Caller,
) => {
  const { modo, organizationId } = caller
  const compared = toRead(caller, sinceInput, (given) => comparedRegistry(organizationId, given))
  return {
    /** Lists the registry records of the invoice `id`. */
    listInvoiceRecords: listOfOne(toListOfOne(
      caller,
      (ids) => `facturas/${ids.id}/registro`,
      ofInvoice,
      (request, ids) => listInvoiceRecords(organizationId, ids.id, request),
    )),
    /** Lists all registry records: the chain. */
    listRecords: list(toList(caller, "registro", query, (request) => listRecords(organizationId, request))),
    /** Reads what the last check of the chain found; `verifyRegistry` checks it. */
    readVerification: read(toReadOnly(caller, readVerification(organizationId))),
    /** Tells how many records the tax authority has not answered, and why. */
    readSubmission: read(toReadOnly(caller, readSubmission(organizationId))),
    /**
     * Makes the record of an invoice again, where what the tax authority refused is of the record alone. Otherwise its
     * refusal says what mends it (`requiere_rectificativa`, `requiere_anulacion`, `nada_que_subsanar`…).
     */
    amendRecord: write(toWritePrepared(caller, {
      name: "amendRecord",
      input: amendment,
      command: ({ body, ids }) =>
        Effect.map(Installation, ({ qrHost, software }) =>
          amendRecord(organizationId, ids.id, body, { modo, qrHost, software })),
      shown: RecordResource,
    })),
    /** Checks every record, link and invoice of the registry; what is found is kept for `readVerification`. */
    verifyRegistry: read(toReadOnly(caller, Effect.gen(function*() {
      const { hashText } = yield* Effect.promise(() => import("../../../adapters/crypto/hashText.ts"))
      yield* checkRegistry(organizationId, hashText)
      return yield* readVerification(organizationId)
    }))),
    /**
     * The records in the AEAT's own format, file by file, 1 000 in each: of the days of generation from `desde` to `hasta`,
     * both included, or all. As of one moment, for which it holds a connection until it is walked to its end or left.
     */
    exportRegistry: stream(toStream(caller, daysInput, (given) => exportedFiles(organizationId, given))),
    /**
     * Asks the AEAT what it has, since the month `desde` ("2026-01") or the last record that it answered. Refuses without a
     * certificate that can be used, and while the AEAT cannot be reached.
     */
    compareRegistry: read((given: { readonly desde?: string | null } | void) => compared(given ?? {})),
    /** Has what waits sent although the AEAT has records that are not here: see docs/operations.md first. */
    sendRegardless: read(toReadOnly(caller, Effect.suspend(() => runCommand(sendRegardless(organizationId))))),
  }
}
