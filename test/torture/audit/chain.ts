import { createHash } from "node:crypto"

/** A record as the database has it. */
export interface StoredRecord {
  readonly orden: number
  readonly tipo: string
  readonly factura_id: string
  readonly huella: string
  readonly huella_anterior: string | null
  readonly cadena: string
  readonly campos: Readonly<Record<string, unknown>>
}

const hashedOfAlta = [
  "IDEmisorFactura", "NumSerieFactura", "FechaExpedicionFactura", "TipoFactura", "CuotaTotal", "ImporteTotal",
] as const
const hashedOfAnulacion = ["IDEmisorFacturaAnulada", "NumSerieFacturaAnulada", "FechaExpedicionFacturaAnulada"] as const

/**
 * What is wrong with a company's chain, computed from its fields by AEAT's rules (Especificaciones técnicas para generación de
 * la huella 0.1.2) and without any of the service's own code.
 */
export const chainFaults = (
  records: ReadonlyArray<StoredRecord>,
  head: { readonly orden: number; readonly huella: string } | undefined,
): ReadonlyArray<string> => {
  const faults: Array<string> = []
  let before: StoredRecord | undefined
  let generated = ""
  for (const [i, record] of records.entries()) {
    const { cadena, campos, huella, huella_anterior, orden, tipo } = record
    if (orden !== i + 1) faults.push(`record ${i + 1} has the place ${orden}`)
    if (huella_anterior !== (before?.huella ?? null)) faults.push(`record ${orden} does not follow the one before it`)
    const names = tipo === "alta" ? hashedOfAlta : hashedOfAnulacion
    const told = [
      ...names.map((name) => `${name}=${fieldOf(campos, name)}`),
      `Huella=${before?.huella ?? ""}`,
      `FechaHoraHusoGenRegistro=${fieldOf(campos, "FechaHoraHusoGenRegistro")}`,
    ].join("&")
    if (told !== cadena) faults.push(`record ${orden} was hashed as ${cadena}, but says ${told}`)
    if (createHash("sha256").update(told).digest("hex").toUpperCase() !== huella) {
      faults.push(`record ${orden} has another huella than its contents give`)
    }
    const at = fieldOf(campos, "FechaHoraHusoGenRegistro")
    if (Date.parse(at) < Date.parse(generated)) faults.push(`record ${orden} was generated before the one before it`)
    generated = at
    before = record
  }
  if (head?.orden !== before?.orden || head?.huella !== before?.huella) faults.push("the head is not the last record")
  return faults
}

/** The value of a field, wherever in the record it is. */
const fieldOf = (campos: unknown, name: string): string => {
  if (typeof campos !== "object" || campos === null) return ""
  for (const [key, value] of Object.entries(campos)) {
    if (key === name && typeof value !== "object") return String(value)
    if (key === "Encadenamiento") continue
    const within = fieldOf(value, name)
    if (within !== "") return within
  }
  return ""
}
