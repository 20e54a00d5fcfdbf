import { canonicalAlta, canonicalAnulacion } from "./huella.ts"
import { fieldsAt, textAt } from "./recordFields.ts"
import type { RecordFields, RegistryRecord } from "./RegistryRecord.ts"

/** The text to hash, made again from a record's fields. A field that is missing counts as empty. */
export const canonicalOf = ({ campos, tipo }: Pick<RegistryRecord, "campos" | "tipo">): string => {
  const previous = fieldsAt(fieldsAt(campos, "Encadenamiento"), "RegistroAnterior")
  const closing = {
    Huella: textAt(previous, "Huella") ?? null,
    FechaHoraHusoGenRegistro: text(campos, "FechaHoraHusoGenRegistro"),
  }
  const { fecha, nif, numserie } = invoiceNamed({ campos, tipo })
  return tipo === "alta"
    ? canonicalAlta({
      IDEmisorFactura: nif,
      NumSerieFactura: numserie,
      FechaExpedicionFactura: fecha,
      TipoFactura: text(campos, "TipoFactura"),
      CuotaTotal: text(campos, "CuotaTotal"),
      ImporteTotal: text(campos, "ImporteTotal"),
      ...closing,
    })
    : canonicalAnulacion({
      IDEmisorFacturaAnulada: nif,
      NumSerieFacturaAnulada: numserie,
      FechaExpedicionFacturaAnulada: fecha,
      ...closing,
    })
}

/** The invoice that a record names, with its date as DD-MM-YYYY. What is missing in the record is an empty text. */
export const invoiceNamed = ({ campos, tipo }: Pick<RegistryRecord, "campos" | "tipo">) => {
  const id = fieldsAt(campos, "IDFactura")
  const suffix = tipo === "alta" ? "" : "Anulada"
  return {
    nif: text(id, `IDEmisorFactura${suffix}`),
    numserie: text(id, `NumSerieFactura${suffix}`),
    fecha: text(id, `FechaExpedicionFactura${suffix}`),
  }
}

const text = (fields: RecordFields | undefined, name: string): string => textAt(fields, name) ?? ""
