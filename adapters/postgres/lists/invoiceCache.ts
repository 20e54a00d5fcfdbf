import type { OrganizationId } from "../../../core/identifiers/organizationId.ts"
import type { ListedInvoice } from "../../../core/invoices/Invoice.ts"
import { charactersIn } from "./charactersIn.ts"

/** How many companies count as listed lately: about as many as there is room for a page of each. */
const latelyMax = 128

/** How much is kept at most. */
export interface Bounds {
  readonly rows: number
  readonly characters: number
}

/** A row takes some 3 KiB, together with what is made of it, and has some hundreds of characters. */
const defaultBounds: Bounds = { rows: 8_192, characters: 16_000_000 }

/** A version of a row: its place in the order of changes, and which transaction wrote it. */
export interface Version {
  readonly place: string
  readonly writer: unknown
}

interface Kept extends Version {
  readonly invoice: ListedInvoice
  readonly characters: number
  /** Whether a list has shown it since `dropSome` last came past it. */
  shown: boolean
}

/**
 * The cache of invoices that lists have shown, by their versions. When it is too full, it drops invoices that no list has shown
 * for a while.
 */
export const makeInvoiceCache = (most = defaultBounds) => {
  /** By company and place. A company without any kept invoice has no map: `has` tells by that. */
  const companies = new Map<OrganizationId, Map<string, Kept>>()
  /** All kept invoices, in the order in which `dropSome` comes past them. */
  const kept = new Set<Kept>()
  let characters = 0
  /** Companies that were listed lately, the last one last. */
  const lately = new Set<OrganizationId>()

  /** Notes that a list of the company is asked for; answers whether one was lately, before this one. */
  const listedAgain = (organizationId: OrganizationId): boolean => {
    const known = lately.delete(organizationId)
    lately.add(organizationId)
    for (const oldest of lately) {
      if (lately.size <= latelyMax) return known
      lately.delete(oldest)
    }
    return known
  }

  const forgetOne = (one: Kept): void => {
    if (kept.delete(one)) characters -= one.characters
  }

  const keep = (invoice: ListedInvoice, writer: unknown): ListedInvoice => {
    const { modifiedSequence, organizationId } = invoice
    const rows = companies.get(organizationId) ?? new Map<string, Kept>()
    companies.set(organizationId, rows)
    const place = String(modifiedSequence)
    const earlier = rows.get(place)
    if (earlier !== undefined) forgetOne(earlier)
    const one = { place, writer, invoice, characters: charactersIn(invoice), shown: false }
    rows.set(place, one)
    kept.add(one)
    characters += one.characters
    return invoice
  }

  /** The invoice, if this version of it is kept. */
  const cached = (organizationId: OrganizationId, { place, writer }: Version): ListedInvoice | undefined => {
    const found = companies.get(organizationId)?.get(place)
    if (found === undefined || found.writer !== writer) return undefined
    found.shown = true
    return found.invoice
  }

  const drop = (one: Kept): void => {
    const { invoice: { organizationId }, place } = one
    forgetOne(one)
    const rows = companies.get(organizationId)
    rows?.delete(place)
    if (rows?.size === 0) companies.delete(organizationId)
  }

  /**
   * Drops invoices until there are no more than allowed. One that was shown since the last time is spared once, and goes last.
   */
  const dropSome = (): void => {
    for (const one of kept) {
      if (kept.size <= most.rows && characters <= most.characters) return
      if (!one.shown) drop(one)
      else {
        one.shown = false
        kept.delete(one)
        kept.add(one)
      }
    }
  }

  return {
    cached,
    /** Whether any invoice of the company is kept. */
    has: (organizationId: OrganizationId): boolean => companies.has(organizationId),
    listedAgain,
    keep,
    dropSome,
    forget: (): void => {
      kept.clear()
      companies.clear()
      characters = 0
    },
  }
}
