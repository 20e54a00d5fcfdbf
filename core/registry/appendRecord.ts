import { aeatDate, type CivilDate } from "../calendar/civilDate.ts"
import type { Instant } from "../calendar/instant.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { ChainHead } from "./ChainHead.ts"
import { huellaOf } from "./huella.ts"
import type { RecordFields, RegistryRecord } from "./RegistryRecord.ts"
import { sealOf } from "./seal.ts"
import { type Software, softwareFields } from "./software.ts"

/** A record, and the head of its company's chain after it. */
export interface Appended<Record extends RegistryRecord = RegistryRecord> {
  readonly record: Record
  readonly head: ChainHead
}

/** The invoice that a record is about, as the registry knows it. */
export interface RecordSubject {
  readonly organizationId: OrganizationId
  readonly factura_id: string
  readonly nif: string
  readonly numserie: string
  readonly fecha: CivilDate
}

/** Where and when a record is made. */
export interface RecordPlace {
  readonly id: string
  /** The last record of the chain; undefined when this is the first. */
  readonly previous: ChainHead | undefined
  readonly now: Instant
  readonly software: Software
  /** To be used instead of `huellaOf`. */
  readonly hash?: ((text: string) => string) | undefined
}

/** The part of a record that differs between an alta and an annulment. */
export interface RecordContents<Qr extends string | null> {
  readonly tipo: RegistryRecord["tipo"]
  /** The exact text to hash. It holds the huella of the record before. */
  readonly cadena: string
  /** FechaHoraHusoGenRegistro, as hashed. */
  readonly generated: string
  /** The fields before the link, in the order of the official schema. */
  readonly campos: RecordFields
  readonly subsanacion: boolean
  readonly qr: Qr
}

/** Links a record to the chain: adds the fields that end every record, and makes the head to which the next one will link. */
export const appendRecord = <Qr extends string | null>(
  { factura_id, fecha, nif, numserie, organizationId }: RecordSubject,
  { hash = huellaOf, id, now, previous, software }: RecordPlace,
  { cadena, campos, generated, qr, subsanacion, tipo }: RecordContents<Qr>,
): Appended<RegistryRecord & { readonly qr: Qr }> => {
  const huella = hash(cadena)
  const orden = (previous?.orden ?? 0) + 1
  const record = {
    organizationId,
    id,
    factura_id,
    orden,
    tipo,
    subsanacion,
    generado: now,
    huella,
    huella_anterior: previous?.huella ?? null,
    cadena,
    campos: Object.assign({}, campos, {
      Encadenamiento: previous === undefined ? { PrimerRegistro: "S" } : { RegistroAnterior: linkFields(previous) },
      SistemaInformatico: softwareFields(software, organizationId),
      FechaHoraHusoGenRegistro: generated,
      TipoHuella: "01",
      Huella: huella,
    }),
    qr,
  }
  const seal = sealOf(record, previous?.seal ?? null, hash)
  return {
    record: { seal, ...record },
    head: { organizationId, id: organizationId, orden, huella, seal, nif, numserie, fecha, generado: now },
  }
}

const linkFields = (previous: ChainHead): RecordFields => ({
  IDEmisorFactura: previous.nif,
  NumSerieFactura: previous.numserie,
  FechaExpedicionFactura: aeatDate(previous.fecha),
  Huella: previous.huella,
})
