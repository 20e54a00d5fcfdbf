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
  const beforeNewest = new Map<string, RegistryRecord>()
  const beforeNamed = new Map<string, RegistryRecord>()
  const note = (waiting: Map<string, RegistryRecord>, record: RegistryRecord, isThere: boolean): void => {
    if (isThere) waiting.delete(record.factura_id)
    else waiting.set(record.factura_id, record)
  }
  return {
    pass: (record, { huella, lastRecord }) => {
      note(beforeNewest, record, record.id === lastRecord)
      if (record.tipo === "anulacion") return
      const isNamed = record.huella === huella
      note(beforeNamed, record, isNamed)
      if (isNamed) named += 1
    },
    named: () => named,
    unfollowed: () => [...beforeNewest.values(), ...beforeNamed.values()].toSorted((a, b) => a.orden - b.orden)[0],
  }
}
