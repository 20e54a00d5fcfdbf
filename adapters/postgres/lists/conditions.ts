import type { CivilDate } from "../../../core/calendar/civilDate.ts"
import { isIdentifier } from "../../../core/identifiers/uuid7.ts"
import type { InvoiceStatus } from "../../../core/invoices/status.ts"
import type { Condition } from "../../../core/ports/listConditions.ts"
import type { ListedTable } from "../../../core/ports/Storage.ts"
import { contactUnder } from "../groups/invoiceGroups.ts"
import { snakeCase } from "../tables/StoredTable.ts"
import { type Grouping, groupings, labelOfContacts } from "./grouped/groupings.ts"
import type { Parameter } from "./parameters.ts"
import { invoiceWordText, wordText } from "./searches.ts"

/** The conditions of a list as SQL about a row `t`. */
export interface ConditionTexts {
  readonly texts: ReadonlyArray<string>
  /** Equal shapes have equal texts. */
  readonly shape: string
}

/** Writes the conditions for a statement of this list, whose $1 is the company. */
export const conditionTexts = (
  list: ListedTable,
  conditions: ReadonlyArray<Condition<string>>,
  parameter: Parameter,
): ConditionTexts => {
  const made = conditions.map((condition) => conditionText(list, condition, parameter))
  return { texts: made.map(({ text }) => text), shape: made.map(({ shape }) => shape).join(" ") }
}

interface ConditionText {
  readonly text: string
  readonly shape: string
}

/** Fields of type uuid: the database refuses to compare one with a text of another form. */
const identifierFields: ReadonlySet<string> = new Set(["factura_id", "webhook_id"])

/**
 * Values that partial indexes are made for. They are written into the text: a plan made for any value uses no partial index.
 */
const indexedWords: ReadonlySet<string> = new Set(["pending"])

const never: ConditionText = { text: "false", shape: "never" }

const conditionText = (list: ListedTable, condition: Condition<string>, parameter: Parameter): ConditionText => {
  switch (condition.kind) {
    case "equals": {
      const { field, value } = condition
      const grouping = groupings[list]
      const label = grouping === undefined ? undefined : labelOfContacts(grouping, field)
      if (grouping !== undefined && label !== undefined) {
        // An id with a label after it would stand for other groups: those under that label.
        if (!isIdentifier(String(value))) return never
        return { text: contactText(grouping, parameter(contactUnder(String(value), label))), shape: `${field}=` }
      }
      if (identifierFields.has(field) && !isIdentifier(String(value))) return never
      if (indexedWords.has(String(value))) return { text: `t.${snakeCase(field)} = '${value}'`, shape: `${field}=${value}` }
      return { text: `t.${snakeCase(field)} = ${parameter(value)}`, shape: `${field}=` }
    }
    case "from":
      return { text: `t.${snakeCase(condition.field)} >= ${parameter(boundOf(condition))}`, shape: `${condition.field}>` }
    case "to":
      return { text: `t.${snakeCase(condition.field)} <= ${parameter(boundOf(condition))}`, shape: `${condition.field}<` }
    case "holds":
      return holdsText(condition.field, parameter(condition.value))
    case "search": {
      const words = condition.words.map((word) =>
        list === "invoice" ? invoiceWordText(word, parameter) : wordText("t", word, parameter))
      return { text: words.length === 0 ? "true" : words.join(" AND "), shape: `search ${words.join(" ")}` }
    }
    case "status":
      return statusText(condition.estado, condition.today, parameter)
    case "below_minimum":
      return { text: "t.stock < t.stock_minimo", shape: "below" }
    case "leaves":
      return condition.has ? { text: "t.baja IS NOT NULL", shape: "baja" } : { text: "t.baja IS NULL", shape: "no baja" }
    case "rectifies":
      return {
        text: `t.rectifica IS NOT NULL AND (t.rectifica -> 'original' ->> 'factura_id') = ${parameter(condition.factura_id)}`,
        shape: "rectifies",
      }
    case "nothing":
      return never
  }
}

/** The condition that a row is of a contact: it is in one of the contact's groups. */
const contactText = ({ groups, own }: Grouping, contact: string): string =>
  `t.contact_group = ANY (ARRAY(SELECT g.id FROM ${groups} AS g WHERE g.organization_id = $1::uuid`
  + ` AND ${own === null ? "" : `${own} AND `}g.etiqueta = ${contact} AND g.scale = 'contact' AND g.n > 0))`

/**
 * The condition that a list of texts has a value. Rows with an empty list are left out first, as they are in no index of lists.
 */
const holdsText = (field: string, value: string): ConditionText => {
  const column = `t.${snakeCase(field)}`
  return { text: `${column} <> '{}' AND ${column} @> ARRAY[${value}::text]`, shape: `${field}@` }
}

/** The bound as the column has it: an instant is milliseconds in a row, but a timestamptz in its column. */
const boundOf = ({ field, value }: { readonly field: string; readonly value: string | number }): string | number =>
  field === "creado" && typeof value === "number" ? new Date(value).toISOString() : value

const statusText = (estado: InvoiceStatus, today: CivilDate, parameter: Parameter): ConditionText => {
  switch (estado) {
    case "overdue":
      return { text: `t.standing = 'due' AND t.last_day_in_time < ${parameter(today)}::date`, shape: estado }
    case "sent":
      return {
        text: `(t.standing = 'sent' OR (t.standing = 'due' AND t.last_day_in_time >= ${parameter(today)}::date))`,
        shape: estado,
      }
    default:
      return { text: `t.standing = ${parameter(estado)}`, shape: "standing" }
  }
}
