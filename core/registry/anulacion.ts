import { aeatDate } from "../calendar/civilDate.ts"
import { type CivilZone, offsetTimestamp } from "../calendar/civilZone.ts"
import { type Appended, appendRecord, type RecordPlace, type RecordSubject } from "./appendRecord.ts"
import { canonicalAnulacion } from "./huella.ts"

/** What the tax authority makes of an annulment (AEAT, validations 6): it must be told where it has no record. */
export interface AnnulmentCase {
  /** It refused every record of the invoice. */
  readonly neverHeld: boolean
  /** It refused an annulment before. */
  readonly refused: boolean
}

/**
 * The record that annuls an invoice's record (AEAT, RegistroAnulacion, fields in the order of the official schema),
 * linked to the last record of the company's chain.
 */
export const anulacion = (
  subject: RecordSubject,
  zone: CivilZone,
  place: RecordPlace,
  { neverHeld, refused }: AnnulmentCase = { neverHeld: false, refused: false },
): Appended => {
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
    campos: {
      IDVersion: "1.0",
      IDFactura: invoice,
      ...(neverHeld ? { SinRegistroPrevio: "S" } : {}),
      ...(refused ? { RechazoPrevio: "S" } : {}),
    },
    subsanacion: false,
    qr: null,
  })
}
