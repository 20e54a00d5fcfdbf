import { Array as Arrays, Effect } from "effect"
import { equalTo } from "../pagination/listFilters.ts"
import { Storage } from "../ports/Storage.ts"
import type { Credentials, HeldRecord } from "../ports/TaxAuthority.ts"
import { textAt } from "../registry/recordFields.ts"
import { invoiceNamed } from "../registry/recordText.ts"
import type { RegistryRecord } from "../registry/RegistryRecord.ts"
import { answeringAuthority } from "./answeringAuthority.ts"
import { eachHeldPage } from "./heldPages.ts"
import { type Month, monthOfAeatDate, monthText } from "./months.ts"

/** A record, and where the tax authority files its invoice. */
interface Sought {
  readonly record: RegistryRecord
  readonly numserie: string
  readonly fecha: string
  readonly month: Month
}

/** Up to this many invoices of a month are asked for one by one; for more of them the whole month is read. */
const askedAlone = 5

/** How many pages of a month are read, with 10 000 records each. Invoices that are not among them are asked for one by one. */
const pagesMax = 10

/** What the tax authority holds for the records' invoices, by the record's id; without those for which it holds nothing. */
export const findHeld = Effect.fnUntraced(function*(records: ReadonlyArray<RegistryRecord>, credentials: Credentials) {
  const sought = yield* Effect.forEach(records, seek)
  const found = new Map<string, HeldRecord>()
  for (const ofMonth of Object.values(Arrays.groupBy(sought, ({ month }) => monthText(month)))) {
    if (ofMonth.length > askedAlone && (yield* findInMonth(ofMonth, credentials, found))) continue
    for (const one of ofMonth) if (!found.has(one.record.id)) yield* findAlone(one, credentials, found)
  }
  return found
})

const findAlone = Effect.fnUntraced(function*(
  { month, numserie, record, fecha }: Sought,
  credentials: Credentials,
  found: Map<string, HeldRecord>,
) {
  const { query } = yield* answeringAuthority
  const { records } = yield* query({ ...credentials, ...month, numserie, after: null })
  const held = records.find((one) => one.numserie === numserie && one.fecha === fecha)
  if (held !== undefined) found.set(record.id, held)
})

/** Returns whether the month was read to its end: then it holds none of those that were not found. */
const findInMonth = (
  sought: Arrays.NonEmptyReadonlyArray<Sought>,
  credentials: Credentials,
  found: Map<string, HeldRecord>,
) => {
  const open = new Map(Object.entries(Arrays.groupBy(sought, ({ fecha, numserie }) => heldKey(numserie, fecha))))
  return eachHeldPage(credentials, sought[0].month, pagesMax, (page) => {
    for (const held of page) {
      const name = heldKey(held.numserie, held.fecha)
      for (const { record } of open.get(name) ?? []) found.set(record.id, held)
      open.delete(name)
    }
    return open.size > 0
  })
}

/** An invoice's number and date as one text. The tax authority holds one record for each (AEAT, web service 3). */
export const heldKey = (numserie: string, fecha: string): string => `${fecha} ${numserie}`

/** The tax authority files an invoice by the day of its operation. An annulment does not name that day, but its alta does. */
const seek = Effect.fnUntraced(function*(record: RegistryRecord) {
  const { fecha, numserie } = invoiceNamed(record)
  const alta = record.tipo === "alta" ? record : yield* firstAlta(record)
  const day = textAt(alta?.campos, "FechaOperacion") ?? fecha
  return { record, numserie, fecha, month: monthOfAeatDate(day) } satisfies Sought
})

const firstAlta = Effect.fnUntraced(function*({ factura_id, organizationId }: RegistryRecord) {
  const { page } = yield* Storage
  const conditions = equalTo<"factura_id">("factura_id", factura_id)
  const query = { organizationId, orden: "antiguo", after: null, limit: 1, conditions } as const
  const { rows } = yield* page("registryRecord", query)
  return rows[0]
})

/**
 * Whether what is held is this very record. For an annulled invoice AEAT may show the annulment instead; then it is ours if
 * ours has been sent.
 */
export const isSameRecord = (held: HeldRecord, record: RegistryRecord, hasLeft: boolean): boolean =>
  held.huella === record.huella || (held.estado === "Anulado" && hasLeft)
