import { Effect, Option } from "effect"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { seriesId } from "../numbering/seriesCounter.ts"
import { Storage, type StorageUnavailable } from "../ports/Storage.ts"
import type { HeldRecord } from "../ports/TaxAuthority.ts"
import type { Comparison } from "./compareRegistry.ts"
import { monthText } from "./months.ts"

/** A series with its highest number at the tax authority and here. */
export interface SeriesCompared {
  readonly serie: string
  readonly aeat: number
  readonly aqui: number
  /** The first number that neither has. */
  readonly siguiente: number
}

/** A comparison with the tax authority, as the command line shows it. */
export interface ComparisonResource {
  /** "2026-11". */
  readonly meses: ReadonlyArray<string>
  readonly facturas_aeat: number
  /** The records from this installation that are not here, or are different here. */
  readonly solo_aeat: ReadonlyArray<Pick<HeldRecord, "numserie" | "fecha" | "estado" | "huella">>
  readonly series: ReadonlyArray<SeriesCompared>
}

/** Makes a comparison ready to be shown, with the numbers of the series here. */
export const comparisonResource = Effect.fnUntraced(function*(
  organizationId: OrganizationId,
  { foreign, held, highest, months }: Comparison,
): Effect.fn.Return<ComparisonResource, StorageUnavailable, Storage> {
  const { find } = yield* Storage
  const series = yield* Effect.forEach([...highest].toSorted(), ([serie, aeat]) =>
    Effect.map(find("series", organizationId, seriesId("invoice", serie)), (counter): SeriesCompared => {
      const aqui = Option.match(counter, { onNone: () => 0, onSome: ({ last }) => last })
      return { serie, aeat, aqui, siguiente: Math.max(aeat, aqui) + 1 }
    }))
  return {
    meses: months.map(monthText),
    facturas_aeat: held,
    solo_aeat: foreign.map(({ estado, fecha, huella, numserie }) => ({ numserie, fecha, estado, huella })),
    series,
  }
})
