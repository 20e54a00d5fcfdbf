import type { ListedInvoice } from "../../../core/invoices/Invoice.ts"
import { standingOf } from "../../../core/invoices/status.ts"
import { recipientSearchText } from "../../../core/search/searchTexts.ts"
import { plainText } from "../../../core/text/plainText.ts"
import { anyLabel, dayAt, groupId, type Scale, scales } from "./groups.ts"

// The groups of invoices (table invoice_group; groups.ts tells what groups are). They are told apart by kind of document, kind
// of invoice, series, standing and days. An invoice is in one group at each scale: at the scale of contacts among those of its
// contact, or of invoices without one. It is once more in such groups for each of its labels, at the scale of contacts only if
// it has one. Indexes of invoice and invoice_label have the invoices of each group sorted by their places. However many
// invoices there are, there are only as many groups as there are days, and some for each contact.

/** The days of a group, YYYY-MM-DD: the last one to be paid in time, those of issue and of falling due. */
const groupDays = ["last_day", "emision", "vencimiento"] as const
type GroupDay = (typeof groupDays)[number]

/** A group as it is stored. Its days are those of `dayAt`. */
export interface InvoiceGroup extends Readonly<Record<GroupDay, string | null>> {
  readonly organization_id: string
  /**
   * A label, or an empty text for invoices whatever their labels. At the scale of contacts `contactUnder`, or an empty text.
   */
  readonly etiqueta: string
  readonly scale: Scale
  readonly tipo_documento: string
  readonly tipo: string
  readonly serie: string
  readonly standing: string
  /** By what `buscar` finds all of its invoices (searches.ts); null but at the scale of contacts, whatever the labels. */
  readonly search: string | null
  /** Made of all of the above. Its invoices name it in a column. */
  readonly id: string
}

/**
 * The part of an invoice's status that does not depend on today, as it is stored. An invoice that is due always has a last day
 * on which it is paid in time; one without such a day is never overdue, and so has the standing `sent`.
 */
export const storedStanding = (invoice: ListedInvoice): Pick<InvoiceGroup, "standing" | "last_day"> => {
  const standing = standingOf(invoice)
  if (standing.kind !== "due") return { standing: standing.kind, last_day: null }
  return { standing: standing.lastDay === null ? "sent" : "due", last_day: standing.lastDay }
}

/** The labels of an invoice, each once. */
export const labelsOf = ({ etiquetas }: ListedInvoice): ReadonlyArray<string> => [...new Set(etiquetas)]

/** The groups of invoices that were asked for: a commit asks several times. */
const found = new WeakMap<ListedInvoice, ReadonlyArray<InvoiceGroup>>()

/** All groups of an invoice: at every scale, whatever its labels and under each of them. */
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

/** The `etiqueta` of groups of a contact: its id, and after a space the label, if any. */
export const contactUnder = (contact: string, label: string): string => (label === anyLabel ? contact : `${contact} ${label}`)

/** The `etiqueta` of an invoice's group at the scale of contacts; null where it has none, under labels without a contact. */
const ofContact = ({ contacto_id }: ListedInvoice, label: string): string | null => {
  if (contacto_id !== null) return contactUnder(contacto_id, label)
  return label === anyLabel ? noContact : null
}

/** What stands in the place of a contact's id for invoices without a contact. */
const noContact = ""

/** The columns that name the groups of an invoice under a label. */
export const groupColumnsOf = (invoice: ListedInvoice, label: string): Readonly<Record<string, string | null>> => {
  const under = ofContact(invoice, label)
  const named = groupsOf(invoice).filter(({ etiqueta, scale }) => etiqueta === (scale === "contact" ? under : label))
  return { contact_group: null, ...Object.fromEntries(named.map(({ id, scale }) => [`${scale}_group`, id])) }
}

/** What `buscar` looks through in all invoices of a group alike: the recipient, and the series if they have numbers. */
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
