import { isSpanishNif } from "../identifiers/nif.ts"
import { recordNameMax } from "../organizations/Organization.ts"
import type { RecordFields } from "./RegistryRecord.ts"

/** What a record says of the invoicing software that made it (AEAT, SistemaInformatico). */
export interface Software {
  /** Legal name of the producer, 1 to 120 characters. */
  readonly producer: string
  /** Spanish, normalised. */
  readonly producerNif: string
  /** Commercial name, 1 to 30 characters. */
  readonly name: string
  /** Two of A-Z and 0-9, chosen by the producer. */
  readonly id: string
  /** 1 to 50 characters. */
  readonly version: string
}

/**
 * Why records cannot name the software so, in English, for whoever embeds it; undefined when they can (AEAT schema,
 * SistemaInformatico): every live record would be refused.
 */
export const softwareProblem = ({ id, name, producer, producerNif, version }: Software): string | undefined => {
  if (!holds(producer, recordNameMax)) return `software.producer must have 1 to ${recordNameMax} characters`
  if (!isSpanishNif(producerNif)) return "software.producerNif must be a Spanish NIF, upper case without separators"
  if (!holds(name, 30)) return "software.name must have 1 to 30 characters"
  if (!/^[A-Z0-9]{2}$/.test(id)) return "software.id must be two of A-Z and 0-9"
  if (!holds(version, 50)) return "software.version must have 1 to 50 characters"
  return undefined
}

/** A host without types may tell what is no text. */
const holds = (text: unknown, max: number): boolean =>
  typeof text === "string" && text.trim() !== "" && text.length <= max

/** The block of the software in a record. NumeroInstalacion never repeats for a company: it is the company's own id. */
export const softwareFields = (software: Software, organizationId: string): RecordFields => ({
  NombreRazon: software.producer,
  NIF: software.producerNif,
  NombreSistemaInformatico: software.name,
  IdSistemaInformatico: software.id,
  Version: software.version,
  NumeroInstalacion: organizationId,
  // It cannot work without sending its records, it serves many companies, and each company's account holds one.
  TipoUsoPosibleSoloVerifactu: "S",
  TipoUsoPosibleMultiOT: "S",
  IndicadorMultiplesOT: "N",
})
