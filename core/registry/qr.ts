import { aeatDate, type CivilDate } from "../calendar/civilDate.ts"

/** The services at which AEAT lets anybody check an invoice of a VERI*FACTU system (AEAT, QR specification 0.5.0, section 5). */
const addresses = {
  production: "https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQR",
  test: "https://prewww2.aeat.es/wlpl/TIKE-CONT/ValidarQR",
} as const

/** What the printed QR code says of an invoice. */
export interface QrFields {
  readonly nif: string
  /** NumSerieFactura of the record. */
  readonly numserie: string
  readonly fecha: CivilDate
  /** ImporteTotal, in the exact text of the record. */
  readonly importe: string
}

/** The address in the printed QR code: AEAT's four parameters in AEAT's order, blanks as %20. */
export const qrUrl = (host: keyof typeof addresses, { fecha, importe, nif, numserie }: QrFields): string =>
  `${addresses[host]}?nif=${encodeURIComponent(nif)}&numserie=${encodeURIComponent(numserie)}` +
  `&fecha=${aeatDate(fecha)}&importe=${encodeURIComponent(importe)}`
