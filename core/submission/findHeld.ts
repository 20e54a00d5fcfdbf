import { Effect } from "effect"
import { type Certificate, type HeldRecord, TaxAuthority, type Taxpayer } from "../ports/TaxAuthority.ts"
import { fieldsAt, textIn } from "../registry/recordFields.ts"
import type { RegistryRecord } from "../registry/RegistryRecord.ts"

/** What the tax authority holds under the key of the record's invoice; undefined for nothing. */
export const findHeld = (record: RegistryRecord, obligado: Taxpayer, certificate: Certificate) =>
  Effect.gen(function*() {
    const { query } = yield* TaxAuthority
    const { fecha, numserie, operacion } = invoiceKey(record)
    const [, month, year] = operacion.split("-")
    const { records } = yield* query({
      obligado,
      certificate,
      ejercicio: Number(year),
      periodo: Number(month),
      numserie,
      after: null,
    })
    return records.find((held) => held.numserie === numserie && held.fecha === fecha)
  })

/** Whether it is this very record. Of an annulled invoice AEAT may show the annulment: then it counts that ours has left. */
export const isSameRecord = (held: HeldRecord, record: RegistryRecord, hasLeft: boolean): boolean =>
  held.huella === record.huella || (held.estado === "Anulado" && hasLeft)

/** Number and date of the invoice that a record is about, and the day of its operation; days as DD-MM-YYYY. */
export const invoiceKey = ({ campos, tipo }: RegistryRecord) => {
  const suffix = tipo === "alta" ? "" : "Anulada"
  const id = fieldsAt(campos, "IDFactura")
  const fecha = textIn(id, `FechaExpedicionFactura${suffix}`)
  const operation = campos["FechaOperacion"]
  return {
    numserie: textIn(id, `NumSerieFactura${suffix}`),
    fecha,
    operacion: typeof operation === "string" ? operation : fecha,
  }
}
