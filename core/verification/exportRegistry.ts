import { Data, Effect, Either } from "effect"
import type { CivilDate } from "../calendar/civilDate.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { type RegistrySnapshot, Storage, type StorageUnavailable } from "../ports/Storage.ts"
import { messageMax } from "../ports/TaxAuthority.ts"
import { textAt } from "../registry/recordFields.ts"
import type { RegistryRecord } from "../registry/RegistryRecord.ts"

/** A stored record cannot be read: the registry was tampered with, and its check tells where. */
export class RegistryUnreadable extends Data.TaggedError("RegistryUnreadable") {}

/** Days of generation, both included, as the records date them: in the company's civil time. Null: no bound. */
export interface ExportedDays {
  readonly desde: CivilDate | null
  readonly hasta: CivilDate | null
}

/**
 * Hands over a company's records of some days, in the order of their generation and as of one moment, in pieces that
 * are a message each. Constant memory; answers how many there were.
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

/** A record is dated "YYYY-MM-DDThh:mm:ss" and an offset. */
const isOf = ({ campos }: RegistryRecord, { desde, hasta }: ExportedDays): boolean => {
  const day = (textAt(campos, "FechaHoraHusoGenRegistro") ?? "").slice(0, 10)
  return (desde === null || day >= desde) && (hasta === null || day <= hasta)
}
