import { Data, Effect, Either } from "effect"
import type { CivilDate } from "../calendar/civilDate.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { type RegistrySnapshot, Storage, type StorageUnavailable } from "../ports/Storage.ts"
import { messageMax } from "../ports/TaxAuthority.ts"
import { textAt } from "../registry/recordFields.ts"
import type { RegistryRecord } from "../registry/RegistryRecord.ts"

/** A stored record cannot be read: somebody has tampered with the registry, and its verification says where. */
export class RegistryUnreadable extends Data.TaggedError("RegistryUnreadable") {
  override readonly message = "a stored record cannot be read; the verification of the registry says which"
}

/** The first and last day of the records' making, in the company's civil time, as they say themselves; null for no bound. */
export interface ExportedDays {
  readonly desde: CivilDate | null
  readonly hasta: CivilDate | null
}

/**
 * Passes a company's records of these days to `write`, as of one moment and in the order in which they were made, in pieces
 * that each fit into one message to AEAT. It needs constant memory. Returns the number of records.
 */
export const exportRegistry = <E, R>(
  organizationId: OrganizationId,
  days: ExportedDays,
  write: (piece: ReadonlyArray<RegistryRecord>) => Effect.Effect<void, E, R>,
): Effect.Effect<number, E | RegistryUnreadable | StorageUnavailable, R | Storage> =>
  Effect.flatMap(Storage, ({ snapshot }) => snapshot(organizationId, (reader) => pieces(reader, days, write)))

const pieces = <E, R>(
  reader: RegistrySnapshot,
  days: ExportedDays,
  write: (piece: ReadonlyArray<RegistryRecord>) => Effect.Effect<void, E, R>,
) =>
  Effect.gen(function*() {
    let registros = 0
    let piece: Array<RegistryRecord> = []
    const finish = Effect.suspend(() => {
      const full = piece
      registros += full.length
      piece = []
      return full.length === 0 ? Effect.void : write(full)
    })
    for (let last: RegistryRecord | undefined; ;) {
      const page = yield* reader.records(last ?? null, messageMax)
      for (const row of page) {
        if (Either.isLeft(row)) return yield* new RegistryUnreadable()
        const record: RegistryRecord = row.right
        last = record
        if (!isOf(record, days)) continue
        if (piece.length === messageMax) yield* finish
        piece.push(record)
      }
      if (page.length < messageMax) break
    }
    yield* finish
    return registros
  })

/** The records' date is "YYYY-MM-DDThh:mm:ss" followed by an offset. */
const isOf = ({ campos }: RegistryRecord, { desde, hasta }: ExportedDays): boolean => {
  const day = (textAt(campos, "FechaHoraHusoGenRegistro") ?? "").slice(0, 10)
  return (desde === null || day >= desde) && (hasta === null || day <= hasta)
}
