import type { RegistryLink } from "../invoices/Invoice.ts"
import type { RegistryRecord } from "../registry/RegistryRecord.ts"

/** How the records of a chain and the links of their invoices meet, as the records pass in their order. */
export interface LinkedRecords {
  readonly pass: (record: RegistryRecord, link: RegistryLink) => void
  /** Altas that have passed whose huella their invoice names. */
  readonly named: () => number
  /** The first record after which its invoice names another one, or another huella, that has not come; undefined for none. */
  readonly unfollowed: () => RegistryRecord | undefined
}

/** Keeps in memory only records of which a later one of the same invoice is still to come. */
export const linkedRecords = (): LinkedRecords => {
  let named = 0
  const waiting = new Map<string, RegistryRecord>()
  const note = (record: RegistryRecord, until: string, isThere: boolean): void => {
    const what = until + record.factura_id
    if (isThere) waiting.delete(what)
    else waiting.set(what, record)
  }
  return {
    pass: (record, { huella, lastRecord }) => {
      note(record, "last", record.id === lastRecord)
      if (record.tipo === "anulacion") return
      const isNamed = record.huella === huella
      note(record, "named", isNamed)
      if (isNamed) named += 1
    },
    named: () => named,
    unfollowed: () => [...waiting.values()].toSorted((a, b) => a.orden - b.orden)[0],
  }
}
