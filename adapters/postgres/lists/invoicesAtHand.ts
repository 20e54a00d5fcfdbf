import type { OrganizationId } from "../../../core/identifiers/organizationId.ts"
import type { ListedInvoice } from "../../../core/invoices/Invoice.ts"
import { charactersIn } from "../reads/charactersIn.ts"

/** Companies that count as having been listed lately: about as many as have room for a page. */
const latelyMax = 128

/** How much is at hand at most. */
export interface Bounds {
  readonly rows: number
  readonly characters: number
}

/**
 * Rows at hand, some 3 KiB each with what is made of them, and characters of all of them, of which most have some hundreds
 * each; of more those go that no list has shown for a while.
 */
const defaultBounds: Bounds = { rows: 8_192, characters: 16_000_000 }

/** A version of a row: its place in the order of changes, and which transaction wrote it. */
export interface Version {
  readonly place: string
  readonly writer: unknown
}

interface Kept extends Version {
  readonly invoice: ListedInvoice
  readonly characters: number
  /** Whether a list has shown it since it was looked at to be dropped. */
  shown: boolean
}

/** Invoices that lists have shown, each under its version. */
export const makeInvoicesAtHand = (most = defaultBounds) => {
  /** By company, which has a map only while a row is at hand (without any its places are not asked for first), and place. */
  const companies = new Map<OrganizationId, Map<string, Kept>>()
  /** All, in the order in which they are looked at to be dropped. */
  const kept = new Set<Kept>()
  let characters = 0
  /** The one that was listed last comes last. */
  const lately = new Set<OrganizationId>()

  /** Whether a list of the company was asked for lately, before this one. */
  const again = (organizationId: OrganizationId): boolean => {
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

  /** The row, if it is at hand. */
  const atHand = (organizationId: OrganizationId, { place, writer }: Version): ListedInvoice | undefined => {
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

  /** What has been shown meanwhile is looked at once more later. */
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
    atHand,
    /** Whether any row of the company is at hand. */
    has: (organizationId: OrganizationId): boolean => companies.has(organizationId),
    again,
    keep,
    dropSome,
    forget: (): void => {
      kept.clear()
      companies.clear()
      characters = 0
    },
  }
}
