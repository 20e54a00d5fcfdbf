import { isSpanishNif } from "../identifiers/nif.ts"
import { recordNameMax } from "../organizations/Organization.ts"
import type { RecordFields } from "./RegistryRecord.ts"

/** The invoicing software that makes a record, as the record describes it (AEAT, SistemaInformatico). */
export interface Software {
  /** Legal name of the producer, 1 to 120 characters. */
  readonly producer: string
  /** The producer's Spanish NIF, normalised. */
  readonly producerNif: string
  /** Commercial name, 1 to 30 characters. */
  readonly name: string
  /** Two characters out of A-Z and 0-9, chosen by the producer. */
  readonly id: string
  /** 1 to 50 characters. */
  readonly version: string
}

/**
 * Why records cannot describe the software so (AEAT schema, SistemaInformatico), in English for the developer who embeds it;
 * undefined if they can. With such a description the tax authority would refuse every live record.
 */
export const softwareProblem = ({ id, name, producer, producerNif, version }: Software): string | undefined => {
  if (!holds(producer, recordNameMax)) return `software.producer must have 1 to ${recordNameMax} characters`
  if (!isSpanishNif(producerNif)) return "software.producerNif must be a Spanish NIF, upper case without separators"
  if (!holds(name, 30)) return "software.name must have 1 to 30 characters"
  if (!/^[A-Z0-9]{2}$/.test(id)) return "software.id must be two of A-Z and 0-9"
  if (!holds(version, 50)) return "software.version must have 1 to 50 characters"
  return undefined
}

/** Whether it is a text of 1 to `max` characters. A host without types may pass anything. */
const holds = (text: unknown, max: number): boolean =>
  typeof text === "string" && text.trim() !== "" && text.length <= max

/** The fields of a record about the software. NumeroInstalacion must be unique for each company: it is the company's id. */
export const softwareFields = (software: Software, organizationId: string): RecordFields => ({
  NombreRazon: software.producer,
  NIF: software.producerNif,
  NombreSistemaInformatico: software.name,
  IdSistemaInformatico: software.id,
  Version: software.version,
  NumeroInstalacion: organizationId,
  // It cannot work without sending its records (VERI*FACTU), it can serve many companies, and each account holds only one.
  TipoUsoPosibleSoloVerifactu: "S",
  TipoUsoPosibleMultiOT: "S",
  IndicadorMultiplesOT: "N",
})
