import { Clock, Effect } from "effect"
import { dayMillis, type Instant, instant } from "../calendar/instant.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { readOrganization } from "../organizations/readOrganization.ts"
import { type Page, Storage } from "../ports/Storage.ts"
import type { HeldRecord } from "../ports/TaxAuthority.ts"
import { invoiceNamed } from "../registry/recordText.ts"
import type { RegistryRecord } from "../registry/RegistryRecord.ts"
import { civilDateIn } from "../tax/regions.ts"
import type { Credentials } from "./credentials.ts"
import { heldKey } from "./findHeld.ts"
import { eachHeldPage } from "./heldPages.ts"
import { type Month, monthOf, monthsBetween, startOfMonth } from "./months.ts"
import { readSubmissionState } from "./readSubmissionState.ts"

/** What the tax authority holds of a company in some months, compared with the registry here. */
export interface Comparison {
  readonly months: ReadonlyArray<Month>
  /** How many invoices it holds, from any installation. */
  readonly held: number
  /** The records from this installation that it holds but the registry here lacks, or has with other contents. */
  readonly foreign: ReadonlyArray<HeldRecord>
  /** The highest number that it holds of each series. */
  readonly highest: ReadonlyMap<string, number>
}

/** How much may be read before a comparison is given up. */
export interface ComparisonBounds {
  /** The most months, counted back from the present one; twelve when absent. */
  readonly months?: number
  /** The most pages of a month, with 10 000 invoices each. */
  readonly pages: number
  /** The most records of our own since the first of these months began. */
  readonly records: number
}

/** How many of our own records are read at once. */
const pageSize = 1_000

/**
 * Asks for all that the tax authority holds of the months from the last answered record up to the present, and of the month
 * before where invoices may still have been dated in it, and looks for each record here. A database that was restored from
 * an older copy lacks some. `since`: the first month, instead. Undefined when there is more than the bounds allow.
 */
export const compareRegistry = Effect.fnUntraced(function*(
  organizationId: OrganizationId,
  credentials: Credentials,
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
    const isWhole = yield* eachHeldPage(credentials, month, pages, (page) => {
      held += page.length
      for (const { numserie } of page) noteNumber(highest, numserie)
      suspect.push(...page.filter((one) => one.instalacion === organizationId && !isOwn(own, one)))
      return true
    })
    if (!isWhole) return undefined
  }
  // Records may have been made meanwhile, and sent by another worker.
  const now = suspect.length === 0 ? own : yield* ownHuellas(organizationId, first, records)
  if (now === undefined) return undefined
  const foreign = suspect.filter((one) => !isOwn(now, one))
  return { months, held, foreign, highest } satisfies Comparison
})

/** Invoices for a month may be issued until the 15th of the next (RD 1619/2012 art. 11), and may be dated in the former. */
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

/** When the last answered record was made, or the very first record if none has been answered; undefined without records. */
const lastAnswered = Effect.fnUntraced(function*(organizationId: OrganizationId) {
  const { page } = yield* Storage
  const { answeredThrough } = yield* readSubmissionState(organizationId)
  const after = Math.max(answeredThrough - 1, 0)
  const query = { organizationId, orden: "antiguo", after, limit: 1, conditions: [] } as const
  const { rows: [row] } = yield* page("registryRecord", query)
  return row?.generado
})

/** Compares those months however much they hold, and from `since` on however many they are: for a caller who can wait. */
export const compareWholeRegistry = (organizationId: OrganizationId, credentials: Credentials, since: Month | undefined) =>
  compareRegistry(organizationId, credentials, unbounded, since).pipe(
    Effect.flatMap((comparison) =>
      comparison === undefined ? Effect.dieMessage("more than everything") : Effect.succeed(comparison)),
  )

const unbounded: ComparisonBounds = { pages: Number.POSITIVE_INFINITY, records: Number.POSITIVE_INFINITY }

/** The huellas of our records by invoice (`heldKey`); those of an annulled invoice include `annulled`. */
type OwnHuellas = ReadonlyMap<string, ReadonlySet<string>>

const annulled = "annulled"

/**
 * The huellas of all records since the month began (a day earlier, for the time zone): no invoice dated in it or later can
 * have been recorded before. Undefined where there are more than `most`.
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

/** For an annulled invoice AEAT may show a huella that is none of ours, so there any huella will do. */
const isOwn = (own: OwnHuellas, { estado, fecha, huella, numserie }: HeldRecord): boolean => {
  const known = own.get(heldKey(numserie, fecha))
  if (known === undefined) return false
  return huella === null || known.has(huella) || (estado === "Anulado" && known.has(annulled))
}

/** Notes the number of an invoice for its series. The last hyphen joins the two (core/invoices/reference.ts). */
const noteNumber = (highest: Map<string, number>, numserie: string): void => {
  const [, serie, digits] = /^(.+)-(\d{1,15})$/.exec(numserie) ?? []
  if (serie === undefined) return
  highest.set(serie, Math.max(highest.get(serie) ?? 0, Number(digits)))
}

/** What is wrong when the tax authority holds these records, as a Spanish phrase. */
export const aheadProblem = (foreign: ReadonlyArray<HeldRecord>): string => {
  const [first] = foreign
  if (first === undefined) throw new Error("nothing is wrong")
  const more = foreign.length === 1 ? "" : ` y ${foreign.length - 1} más`
  const which = `factura ${first.numserie} de ${first.fecha}${more}`
  return `la AEAT tiene registros de esta instalación que aquí no están (${which})`
}
