import { aeatDate } from "../calendar/civilDate.ts"
import { type CivilZone, offsetTimestamp } from "../calendar/civilZone.ts"
import { type Appended, appendRecord, type RecordPlace, type RecordSubject } from "./appendRecord.ts"
import { canonicalAnulacion } from "./huella.ts"

/**
 * The record that annuls an invoice's record (AEAT, RegistroAnulacion, fields in the order of the official schema),
 * linked to the last record of the company's chain.
 */
export const anulacion = (subject: RecordSubject, zone: CivilZone, place: RecordPlace): Appended => {
  const generated = offsetTimestamp(zone, place.now)
  const invoice = {
    IDEmisorFacturaAnulada: subject.nif,
    NumSerieFacturaAnulada: subject.numserie,
    FechaExpedicionFacturaAnulada: aeatDate(subject.fecha),
  }
  return appendRecord(subject, place, {
    tipo: "anulacion",
    cadena: canonicalAnulacion({
      ...invoice,
      Huella: place.previous?.huella ?? null,
      FechaHoraHusoGenRegistro: generated,
    }),
    generated,
    campos: { IDVersion: "1.0", IDFactura: invoice },
    qr: null,
  })
}
