import { headerName, type Organization } from "../../../core/organizations/Organization.ts"
import { invoiceNamed } from "../../../core/registry/recordText.ts"
import type { RegistryRecord } from "../../../core/registry/RegistryRecord.ts"
import { xmlDocument } from "../xml/writeXml.ts"
import { registryXml } from "./shipmentMessage.ts"

/** One file of an export of the registry: a message that the AEAT's schema SuministroLR.xsd allows. */
export interface ExportedFile {
  readonly xml: string
  /** How many records it holds. */
  readonly registros: number
  /** The `orden` of its first record and of its last. */
  readonly desde_orden: number
  readonly hasta_orden: number
}

/** The file of some records of a company, in the order of the chain; undefined for no records. */
export const exportedFile = (
  company: Organization,
  records: ReadonlyArray<RegistryRecord>,
): ExportedFile | undefined => {
  const [first, last] = [records[0], records.at(-1)]
  if (first === undefined || last === undefined) return undefined
  // The NIF is that of the records: the company may have another one by now.
  const obligado = { nombre: headerName(company), nif: invoiceNamed(first).nif }
  const xml = `${xmlDocument(registryXml({ obligado, incidencia: false, records }))}\n`
  return { xml, registros: records.length, desde_orden: first.orden, hasta_orden: last.orden }
}
