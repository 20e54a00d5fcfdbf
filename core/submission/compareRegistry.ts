import { Clock, Effect } from "effect"
import { dayMillis, type Instant, instant } from "../calendar/instant.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { readOrganization } from "../organizations/readOrganization.ts"
import { type Page, Storage } from "../ports/Storage.ts"
import type { HeldPage, HeldRecord } from "../ports/TaxAuthority.ts"
import { invoiceNamed } from "../registry/recordText.ts"
import type { RecordFields, RegistryRecord } from "../registry/RegistryRecord.ts"
import { civilDateIn } from "../tax/regions.ts"
import { answeringAuthority } from "./answeringAuthority.ts"
import type { Asking } from "./asking.ts"
import { heldKey } from "./findHeld.ts"
import { type Month, monthOf, monthsBetween, startOfMonth } from "./months.ts"
import { readSubmissionState } from "./readSubmissionState.ts"

/** What the tax authority holds of a company's months, held against its registry here. */
export interface Comparison {
  readonly months: ReadonlyArray<Month>
  /** How many invoices it holds, from whatever installation. */
  readonly held: number
  /** Those from this installation that have no record here, or another one. */
  readonly foreign: ReadonlyArray<HeldRecord>
  /** The highest number of each series among all that it holds. */
  readonly highest: ReadonlyMap<string, number>
}

/** How much is read before a comparison is given up. */
export interface ComparisonBounds {
  /** Months at most, back from the present one; twelve unless told. */
  readonly months?: number
  /** Pages of each month, of 10 000 invoices each. */
  readonly pages: number
  /** Our own records since these months began. */
  readonly records: number
}

/** Own records that are read at once. */
const pageSize = 1_000

/**
 * Asks for everything that the tax authority holds of the months since the last record that it answered, the present
 * one included, and of the one before where invoices may still have been dated in it, and looks for it here. A database
 * that was restored from an older copy lacks some of it. Undefined when there is more than the bounds allow.
 */
export const compareRegistry = Effect.fnUntraced(function*(
  organizationId: OrganizationId,
  asking: Asking,
  { months: monthsMax = 12, pages, records }: ComparisonBounds,
  since?: Month,
) {
  const months = yield* monthsOf(organizationId, since, monthsMax)
  const [first] = months
  if (first === undefined) return undefined
  const own = yield* ownHuellas(organizationId, first, records)
  if (own === undefined) return undefined
  const highest = new Map<string, number>()
  const suspect: Array<HeldRecord> = []
  let held = 0
  for (const month of months) {
    const isWhole = yield* eachPage(asking, month, pages, (page) => {
      held += page.length
      for (const { numserie } of page) noteNumber(highest, numserie)
      suspect.push(...page.filter((one) => one.instalacion === organizationId && !isOwn(own, one)))
    })
    if (!isWhole) return undefined
  }
  // Another worker may have sent what was made meanwhile.
  const now = suspect.length === 0 ? own : (yield* ownHuellas(organizationId, first, records)) ?? own
  const foreign = suspect.filter((one) => !isOwn(now, one))
  return { months, held, foreign, highest } satisfies Comparison
})

/** Until the 15th of a month invoices of the one before are issued (RD 1619/2012 art. 11), some of them dated in that. */
const issuedLateMillis = 15 * dayMillis

const monthsOf = Effect.fnUntraced(function*(
  organizationId: OrganizationId,
  since: Month | undefined,
  monthsMax: number,
) {
  const { region_fiscal } = yield* readOrganization(organizationId)
  const monthAt = (at: Instant): Month => monthOf(civilDateIn(region_fiscal, at))
  const now = instant(yield* Clock.currentTimeMillis)
  const present = monthAt(now)
  if (since !== undefined) return monthsBetween(since, present, Number.POSITIVE_INFINITY)
  const last = (yield* lastAnswered(organizationId)) ?? now
  return monthsBetween(monthAt(instant(last - issuedLateMillis)), present, monthsMax)
})

/** When the last record was made that was answered, else the first one of all; undefined without any. */
const lastAnswered = Effect.fnUntraced(function*(organizationId: OrganizationId) {
  const { page } = yield* Storage
  const { answeredThrough } = yield* readSubmissionState(organizationId)
  const after = Math.max(answeredThrough - 1, 0)
  const query = { organizationId, orden: "antiguo", after, limit: 1, conditions: [] } as const
  const { rows: [row] } = yield* page("registryRecord", query)
  return row?.generado
})

/** The same of a whole registry, however long that takes: for a caller who can wait. */
export const compareWholeRegistry = (organizationId: OrganizationId, asking: Asking, since: Month | undefined) =>
  compareRegistry(organizationId, asking, unbounded, since).pipe(
    Effect.flatMap((comparison) =>
      comparison === undefined ? Effect.dieMessage("more than everything") : Effect.succeed(comparison)),
  )

const unbounded: ComparisonBounds = { pages: Number.POSITIVE_INFINITY, records: Number.POSITIVE_INFINITY }

/** Huellas of our records by invoice, an annulled one with `annulled` among them. */
type OwnHuellas = ReadonlyMap<string, ReadonlySet<string>>

const annulled = "annulled"

/**
 * The huellas of what was recorded for the invoices of the month and later ones, none of which was recorded before the
 * month (a day earlier for the time zone). Undefined where more than `most` records are newer.
 */
const ownHuellas = Effect.fnUntraced(function*(organizationId: OrganizationId, month: Month, most: number) {
  const { page } = yield* Storage
  const start = startOfMonth(month) - dayMillis
  const own = new Map<string, Set<string>>()
  let after: number | null = null
  for (let count = 0; count <= most; count += pageSize) {
    const { rows }: Page<RegistryRecord> = yield* page("registryRecord", {
      organizationId,
      orden: "reciente",
      after,
      limit: pageSize,
      conditions: [],
    })
    for (const record of rows) {
      const { fecha, numserie } = invoiceNamed(record)
      const name = heldKey(numserie, fecha)
      const known = own.get(name) ?? new Set()
      own.set(name, known.add(record.huella))
      if (record.tipo === "anulacion") known.add(annulled)
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageSize || last.generado < start) return own satisfies OwnHuellas
    after = last.orden
  }
  return undefined
})

/** Of an annulled invoice AEAT may show another huella than those of ours, so any will do. */
const isOwn = (own: OwnHuellas, { estado, fecha, huella, numserie }: HeldRecord): boolean => {
  const known = own.get(heldKey(numserie, fecha))
  if (known === undefined) return false
  return huella === null || known.has(huella) || (estado === "Anulado" && known.has(annulled))
}

/** Answers whether all pages were read. */
const eachPage = Effect.fnUntraced(function*(
  asking: Asking,
  month: Month,
  pages: number,
  use: (page: ReadonlyArray<HeldRecord>) => void,
) {
  const { query } = yield* answeringAuthority
  let after: RecordFields | null = null
  for (let read = 0; read < pages; read++) {
    const { next, records }: HeldPage = yield* query({ ...asking, ...month, numserie: null, after })
    use(records)
    if (next === null) return true
    after = next
  }
  return false
})

/** The last hyphen joins series and number (core/invoices/reference.ts). */
const noteNumber = (highest: Map<string, number>, numserie: string): void => {
  const [, serie, digits] = /^(.+)-(\d{1,15})$/.exec(numserie) ?? []
  if (serie === undefined) return
  highest.set(serie, Math.max(highest.get(serie) ?? 0, Number(digits)))
}

/** What is wrong, in a Spanish phrase. */
export const aheadProblem = (foreign: ReadonlyArray<HeldRecord>): string => {
  const [first] = foreign
  if (first === undefined) throw new Error("nothing is wrong")
  const more = foreign.length === 1 ? "" : ` y ${foreign.length - 1} más`
  const which = `factura ${first.numserie} de ${first.fecha}${more}`
  return `la AEAT tiene registros de esta instalación que aquí no están (${which})`
}
