import { Effect, Exit, Queue, Schema, Stream, Take } from "effect"
import type { ExportedFile } from "../../../adapters/aeat/messages/exportedFile.ts"
import { parseCivilDate } from "../../../core/calendar/civilDate.ts"
import type { OrganizationId } from "../../../core/identifiers/organizationId.ts"
import { readOrganization } from "../../../core/organizations/readOrganization.ts"
import { Storage, type StorageUnavailable } from "../../../core/ports/Storage.ts"
import { exportRegistry, type RegistryUnreadable } from "../../../core/verification/exportRegistry.ts"
import { isOfHost } from "./Caller.ts"
import { queryInput } from "./Input.ts"

const day = Schema.String.pipe(
  Schema.filter((text) => parseCivilDate(text) !== undefined || "debe ser una fecha AAAA-MM-DD"),
)

/** A file, the end, or why there is no more. */
type Made = Take.Take<ExportedFile, RegistryUnreadable | StorageUnavailable>

/** Days of generation, both included. */
export const daysInput = queryInput(Schema.Struct({ desde: Schema.optional(day), hasta: Schema.optional(day) }))

/**
 * A company's records of some days, file by file: no more than two are made before they are taken. In a transaction of the
 * host's all are: what it sends over its connection in between would go back with what reads them.
 */
export const exportedFiles = (
  organizationId: OrganizationId,
  { desde, hasta }: { readonly desde?: string | undefined; readonly hasta?: string | undefined },
): Stream.Stream<ExportedFile, RegistryUnreadable | StorageUnavailable, Storage> =>
  Stream.unwrapScoped(Effect.gen(function*() {
    const company = yield* readOrganization(organizationId)
    const { exportedFile } = yield* Effect.promise(() => import("../../../adapters/aeat/messages/exportedFile.ts"))
    const isAhead = isOfHost(yield* Storage)
    const files = yield* (isAhead ? Queue.unbounded<Made>() : Queue.bounded<Made>(1))
    const days = { desde: dayOf(desde), hasta: dayOf(hasta) }
    const exporting = exportRegistry(organizationId, days, (records) => {
      const file = exportedFile(company, records)
      return file === undefined ? Effect.void : Effect.asVoid(Queue.offer(files, Take.of(file)))
    })
    const toTheEnd = Effect.flatMap(Effect.exit(exporting), (exit) =>
      Queue.offer(files, Exit.isSuccess(exit) ? Take.end : Take.failCause(exit.cause)))
    yield* isAhead ? toTheEnd : Effect.forkScoped(toTheEnd)
    return Stream.flattenTake(Stream.fromQueue(files))
  }))

const dayOf = (text: string | undefined) => (text === undefined ? null : parseCivilDate(text) ?? null)
