import { Effect } from "effect"
import type * as fc from "fast-check"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import { parseCivilDate } from "../../core/calendar/civilDate.ts"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import type { Invoice } from "../../core/invoices/Invoice.ts"
import type { Organization } from "../../core/organizations/Organization.ts"
import { Storage } from "../../core/ports/Storage.ts"
import type { ChainHead } from "../../core/registry/ChainHead.ts"
import { invoiceNamed } from "../../core/registry/recordText.ts"
import type { RegistryRecord } from "../../core/registry/RegistryRecord.ts"
import type { SubmissionState } from "../../core/submission/SubmissionState.ts"
import { type RegistryReport, verifyRegistry } from "../../core/verification/verifyRegistry.ts"
import { hash } from "../registry/anyChain.ts"
import { anyStory, booksAfter } from "../registry/anyCompany.ts"
import type { Books } from "../support/Books.ts"
import { must } from "../support/issuing.ts"

/** Everything that the check of a company's registry looks at. */
export interface Kept {
  readonly records: ReadonlyArray<RegistryRecord>
  readonly head: ChainHead | null
  readonly invoices: ReadonlyArray<Invoice>
  /** Null if it is gone. */
  readonly organization: Organization | null
  readonly submission: SubmissionState | null
}

/** The head of a chain that ends with the record. */
export const headAfter = (record: RegistryRecord): ChainHead => {
  const { generado, huella, orden, organizationId, seal } = record
  const { fecha, nif, numserie } = invoiceNamed(record)
  const [day, month, year] = fecha.split("-")
  return {
    organizationId, id: organizationId, orden, huella, seal, nif, numserie, generado,
    fecha: must(parseCivilDate(`${year}-${month}-${day}`)),
  }
}

/** What is stored of a company with these books. */
export const keptOf = ({ invoices, organization, records }: Pick<Books, "invoices" | "organization" | "records">): Kept => {
  const last = records.at(-1)
  return { records, invoices, head: last === undefined ? null : headAfter(last), organization, submission: null }
}

/** A company that has issued invoices, with a record or more. */
export const anyKept: fc.Arbitrary<Kept> = anyStory.map((story) => keptOf(booksAfter(story)))
  .filter(({ records }) => records.length > 0)

/** What the check finds if just this is stored. */
export const checked = async ({ head, invoices, organization, records, submission }: Kept): Promise<RegistryReport> => {
  const organizationId = must(records[0] ?? invoices[0] ?? head ?? submission ?? undefined).organizationId
  const snapshot = new Snapshot()
  for (const record of records) snapshot.set("registryRecord", record)
  for (const invoice of invoices) snapshot.set("invoice", invoice)
  if (head !== null) snapshot.set("chainHead", head)
  if (organization !== null) snapshot.set("organization", organization)
  if (submission !== null) snapshot.set("submissionState", submission)
  const run = Effect.gen(function*() {
    const { transact } = yield* Storage
    yield* transact({ organizationIds: [organizationId], keys: [] }, () =>
      Effect.succeed({ changes: snapshot.changes(), value: undefined }))
    return yield* verifyRegistry(organizationId, hash)
  })
  return Effect.runPromise(Effect.provide(run, StorageMemory.layer))
}

/** The place and class of the first fault, such as "3 edited", or "intact". */
export const found = ({ primer_error }: RegistryReport): string =>
  primer_error === null ? "intact" : `${primer_error.orden} ${primer_error.clase}`
