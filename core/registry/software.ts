import type { RecordFields } from "./RegistryRecord.ts"

/** What a record says of the invoicing software that made it (AEAT, SistemaInformatico). */
export interface Software {
  /** Legal name of the producer. */
  readonly producer: string
  readonly producerNif: string
  /** Commercial name, 30 characters at most. */
  readonly name: string
  /** Two of A-Z and 0-9, chosen by the producer. */
  readonly id: string
  readonly version: string
}

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
