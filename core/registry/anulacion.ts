import { aeatDate } from "../calendar/civilDate.ts"
import { type CivilZone, offsetTimestamp } from "../calendar/civilZone.ts"
import { type Appended, appendRecord, type RecordPlace, type RecordSubject } from "./appendRecord.ts"
import { canonicalAnulacion } from "./huella.ts"

/** What an annulment must say about the tax authority's earlier answers on the invoice (AEAT, validations 6). */
export interface AnnulmentCase {
  /** Whether it refused every record of the invoice, and so holds none. */
  readonly neverHeld: boolean
  /** Whether it refused an earlier annulment. */
  readonly refused: boolean
}

/**
 * Makes the record that annuls an invoice (AEAT, RegistroAnulacion, with its fields in the order of the official schema) and
 * links it to the last one of the company's chain.
 */
export const anulacion = (
  subject: RecordSubject,
  zone: CivilZone,
  place: RecordPlace,
  { neverHeld, refused }: AnnulmentCase,
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
