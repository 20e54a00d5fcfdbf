import { type Array as Arrays, Effect } from "effect"
import { dayMillis } from "../calendar/instant.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { type Page, Storage } from "../ports/Storage.ts"
import type { Credentials, HeldRecord } from "../ports/TaxAuthority.ts"
import { invoiceNamed } from "../registry/recordText.ts"
import type { RegistryRecord } from "../registry/RegistryRecord.ts"
import { heldKey } from "./findHeld.ts"
import { eachHeldPage } from "./heldPages.ts"
import { type Month, startOfMonth } from "./months.ts"

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
  /** The most pages of a month, with 10 000 invoices each. */
  readonly pages: number
  /** The most records of our own since the first of these months began. */
  readonly records: number
}

/** How many of our own records are read at once. */
const pageSize = 1_000

/**
 * Asks for all that the tax authority holds of these months, the last of which is the present one, and looks for each record
 * here. A database that was restored from an older copy lacks some. Undefined when there is more than the bounds allow.
 */
export const compareRegistry = Effect.fnUntraced(function*(
  organizationId: OrganizationId,
  credentials: Credentials,
  months: Arrays.NonEmptyReadonlyArray<Month>,
  { pages, records }: ComparisonBounds,
) {
  const [first] = months
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

/** Compares these months however much they hold: for a caller who can wait. */
export const compareWholeRegistry = (
  organizationId: OrganizationId,
  credentials: Credentials,
  months: Arrays.NonEmptyReadonlyArray<Month>,
) =>
  compareRegistry(organizationId, credentials, months, unbounded).pipe(
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
