import type { ListedInvoice } from "../../../../core/invoices/Invoice.ts"
import { standingOf } from "../../../../core/invoices/status.ts"
import { recipientSearchText } from "../../../../core/search/searchTexts.ts"
import { plainText } from "../../../../core/text/plainText.ts"
import { anyLabel, dayAt, groupId, type Scale, scales } from "./groups.ts"

/**
 * What tells the groups of invoices apart: kind of document, kind of invoice, series, standing, and days. Each invoice
 * belongs to one group at every scale, and to one among those of its contact, or of what has none; and likewise, with a
 * contact, among the invoices of each of its labels. How many invoices each group holds is counted (table invoice_group),
 * and each has its invoices sorted by their places (indexes of invoice and of invoice_label). There are as many groups as
 * days tell apart, and some for each contact, however many invoices.
 */

/** The days of a group, YYYY-MM-DD: last day in time, of issue, due. */
const groupDays = ["last_day", "emision", "vencimiento"] as const
type GroupDay = (typeof groupDays)[number]

/** A group as it is stored; its days are the first of their month, or none, at the coarser scales. */
export interface InvoiceGroup extends Readonly<Record<GroupDay, string | null>> {
  readonly organization_id: string
  /** A label, or empty: whatever the labels. At the scale of contacts, the contact's id before it, if any (contactUnder). */
  readonly etiqueta: string
  readonly scale: Scale
  readonly tipo_documento: string
  readonly tipo: string
  readonly serie: string
  readonly standing: string
  /** At the scale of contacts, whatever the labels: what `buscar` finds all of its invoices by (searches.ts). Of others null. */
  readonly search: string | null
  /** Follows from all of the above; the rows of its invoices name it. */
  readonly id: string
}

/**
 * What of the status does not depend on today, as it is stored: what is due has a last day in time, for what has none
 * never falls overdue and so is sent.
 */
export const storedStanding = (invoice: ListedInvoice): Pick<InvoiceGroup, "standing" | "last_day"> => {
  const standing = standingOf(invoice)
  if (standing.kind !== "due") return { standing: standing.kind, last_day: null }
  return { standing: standing.lastDay === null ? "sent" : "due", last_day: standing.lastDay }
}

/** Each label once. */
export const labelsOf = ({ etiquetas }: ListedInvoice): ReadonlyArray<string> => [...new Set(etiquetas)]

/** Of invoices that are at hand: their groups are asked for more than once in a commit. */
const found = new WeakMap<ListedInvoice, ReadonlyArray<InvoiceGroup>>()

/** The groups of an invoice: at each scale and among those of its contact, whatever its labels and under each. */
export const groupsOf = (invoice: ListedInvoice): ReadonlyArray<InvoiceGroup> => {
  const known = found.get(invoice)
  if (known !== undefined) return known
  const groups = [anyLabel, ...labelsOf(invoice)].flatMap((label) => {
    const under = ofContact(invoice, label)
    return [
      ...scales.map((scale) => groupAt(invoice, label, scale)),
      ...(under === null ? [] : [groupAt(invoice, under, "contact", label === anyLabel ? commonText(invoice) : null)]),
    ]
  })
  found.set(invoice, groups)
  return groups
}

/** What groups of a contact have for a label: its id, and the label after it, if any. */
export const contactUnder = (contact: string, label: string): string => (label === anyLabel ? contact : `${contact} ${label}`)

/** What its group of contacts has for a label; null without a contact, of which no label is told. */
const ofContact = ({ contacto_id }: ListedInvoice, label: string): string | null => {
  if (contacto_id !== null) return contactUnder(contacto_id, label)
  return label === anyLabel ? noContact : null
}

/** In the place of a contact's id. */
const noContact = ""

/** The columns that name the groups of an invoice under a label. */
export const groupColumnsOf = (invoice: ListedInvoice, label: string): Readonly<Record<string, string | null>> => {
  const under = ofContact(invoice, label)
  const named = groupsOf(invoice).filter(({ etiqueta, scale }) => etiqueta === (scale === "contact" ? under : label))
  return { contact_group: null, ...Object.fromEntries(named.map(({ id, scale }) => [`${scale}_group`, id])) }
}

/** Whom they are for, as it stands in each, and the series if they have numbers. */
const commonText = (invoice: ListedInvoice): string => {
  const recipient = recipientSearchText(invoice)
  return invoice.numero === null ? recipient : `${recipient} ${plainText(invoice.serie)}-`
}

const groupAt = (invoice: ListedInvoice, etiqueta: string, scale: Scale, search: string | null = null): InvoiceGroup => {
  const { fecha_emision, fecha_vencimiento, organizationId: organization_id, serie, tipo, tipo_documento } = invoice
  const { last_day, standing } = storedStanding(invoice)
  const at = dayAt[scale]
  const days = { last_day: at(last_day), emision: at(fecha_emision), vencimiento: at(fecha_vencimiento) }
  const kind = [organization_id, scale, tipo_documento, tipo, standing]
  const told = [...kind, ...groupDays.map((name) => days[name]), serie, etiqueta].join(" ")
  const id = groupId(search === null ? told : `${told}\n${search}`)
  return { organization_id, etiqueta, scale, tipo_documento, tipo, serie, standing, search, ...days, id }
}
