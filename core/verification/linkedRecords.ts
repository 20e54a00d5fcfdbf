import type { RegistryLink } from "../invoices/Invoice.ts"
import type { RegistryRecord } from "../registry/RegistryRecord.ts"

/** Compares the records of a chain, as they pass in order, with what their invoices say of them: huella and last record. */
export interface LinkedRecords {
  readonly pass: (record: RegistryRecord, link: RegistryLink) => void
  /** How many of the altas so far have the huella that their invoice names. */
  readonly named: () => number
  /** The first record whose invoice names another last record, or another huella, that has not come; undefined when all have. */
  readonly unfollowed: () => RegistryRecord | undefined
}

/** Keeps in memory only those records whose invoice names a later one that has not come yet. */
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
