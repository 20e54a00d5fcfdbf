import { huellaOf } from "./huella.ts"
import type { RegistryRecord } from "./RegistryRecord.ts"

/**
 * The seal of a record: SHA-256 (64 upper-case hex digits) of everything in it and of the seal before it (null for the first
 * record). The huella covers only eight fields of an alta; with the seal no other field can change unnoticed. It is never sent.
 */
export const sealOf = (record: Omit<RegistryRecord, "seal">, previous: string | null, hash = huellaOf): string => {
  const { campos, factura_id, generado, huella, id, orden, organizationId, qr, subsanacion, tipo } = record
  const address = qr === null ? "" : `=${qr}`
  const facts = [previous ?? "", organizationId, id, factura_id, orden, tipo, subsanacion, generado, huella, address]
  return hash(`${facts.join("\n")}\n${JSON.stringify(campos)}`)
}
