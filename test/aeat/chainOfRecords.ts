import { offsetTimestamp } from "../../core/calendar/civilZone.ts"
import type { Instant } from "../../core/calendar/instant.ts"
import { organizationId } from "../../core/identifiers/organizationId.ts"
import type { Taxpayer } from "../../core/ports/TaxAuthority.ts"
import { canonicalAlta, canonicalAnulacion, huellaOf } from "../../core/registry/huella.ts"
import type { RecordFields, RegistryRecord } from "../../core/registry/RegistryRecord.ts"
import { softwareFields } from "../../core/registry/software.ts"
import { talonarioSoftware } from "../../core/registry/talonarioSoftware.ts"

/** The company of the chain, whose name needs escaping in XML. */
export const taxpayer: Taxpayer = { nombre: "Talleres Núñez & Hijos SL", nif: "B12345674" }

const company = organizationId("019a0000-0000-7000-8000-000000000001")

/** Marks a record may carry, under AEAT's names. */
export type Marks = Readonly<Partial<Record<"Subsanacion" | "RechazoPrevio" | "SinRegistroPrevio", string>>>

/** A company's chain of records, built one by one. AEAT accepts each of them. */
export const chainOfRecords = (issuer: Taxpayer = taxpayer) => {
  let orden = 0
  let previous: RegistryRecord | undefined
  const append = (tipo: RegistryRecord["tipo"], numserie: string, at: Instant, marks: Marks): RegistryRecord => {
    const stamp = offsetTimestamp("Europe/Madrid", at)
    const fecha = stamp.slice(0, 10).split("-").reverse().join("-")
    const { cadena, campos } = (tipo === "alta" ? altaOf : anulacionOf)({ issuer, numserie, fecha, stamp, previous, marks })
    const huella = huellaOf(cadena)
    orden += 1
    const record: RegistryRecord = {
      organizationId: company,
      id: `record-${orden}`,
      factura_id: `invoice-${numserie}`,
      orden,
      tipo,
      subsanacion: marks.Subsanacion === "S",
      generado: at,
      huella,
      huella_anterior: previous?.huella ?? null,
      cadena,
      campos: { ...campos, FechaHoraHusoGenRegistro: stamp, TipoHuella: "01", Huella: huella },
      qr: null,
      seal: "0".repeat(64),
    }
    previous = record
    return record
  }
  return {
    alta: (numserie: string, at: Instant, marks: Marks = {}) => append("alta", numserie, at, marks),
    anulacion: (numserie: string, at: Instant, marks: Marks = {}) => append("anulacion", numserie, at, marks),
  }
}

interface Wanted {
  readonly issuer: Taxpayer
  readonly numserie: string
  readonly fecha: string
  readonly stamp: string
  readonly previous: RegistryRecord | undefined
  readonly marks: Marks
}

const altaOf = ({ fecha, issuer, marks, numserie, previous, stamp }: Wanted) => {
  const IDFactura = { IDEmisorFactura: issuer.nif, NumSerieFactura: numserie, FechaExpedicionFactura: fecha }
  const totals = { CuotaTotal: "21.00", ImporteTotal: "121.00" }
  const cadena = canonicalAlta({
    ...IDFactura, TipoFactura: "F1", ...totals, Huella: previous?.huella ?? null, FechaHoraHusoGenRegistro: stamp,
  })
  const line = { BaseImponibleOimporteNoSujeto: "100.00", CuotaRepercutida: "21.00" }
  const campos: RecordFields = {
    IDVersion: "1.0",
    IDFactura,
    NombreRazonEmisor: issuer.nombre,
    ...marks,
    TipoFactura: "F1",
    DescripcionOperacion: "Cambio de aceite y filtro <5W30>",
    Destinatarios: { IDDestinatario: [{ NombreRazon: "Cliente & Cía", NIF: "12345678Z" }] },
    Desglose: {
      DetalleDesglose: [{ Impuesto: "01", ClaveRegimen: "01", CalificacionOperacion: "S1", TipoImpositivo: "21", ...line }],
    },
    ...totals,
    ...closing(previous),
  }
  return { cadena, campos }
}

const anulacionOf = ({ fecha, issuer, marks, numserie, previous, stamp }: Wanted) => {
  const IDFactura = {
    IDEmisorFacturaAnulada: issuer.nif,
    NumSerieFacturaAnulada: numserie,
    FechaExpedicionFacturaAnulada: fecha,
  }
  const cadena = canonicalAnulacion({ ...IDFactura, Huella: previous?.huella ?? null, FechaHoraHusoGenRegistro: stamp })
  const campos: RecordFields = { IDVersion: "1.0", IDFactura, ...marks, ...closing(previous) }
  return { cadena, campos }
}

const closing = (previous: RegistryRecord | undefined): RecordFields => ({
  Encadenamiento: previous === undefined ? { PrimerRegistro: "S" } : { RegistroAnterior: linkTo(previous) },
  SistemaInformatico: softwareFields(talonarioSoftware({ producer: "Talonario", producerNif: "B00000000" }), company),
})

const linkTo = ({ campos, huella }: RegistryRecord): RecordFields => {
  const id = campos["IDFactura"]
  if (typeof id !== "object") throw new Error("a record without its invoice")
  const texts = Object.values(id).map(String)
  const [IDEmisorFactura = "", NumSerieFactura = "", FechaExpedicionFactura = ""] = texts
  return { IDEmisorFactura, NumSerieFactura, FechaExpedicionFactura, Huella: huella }
}
