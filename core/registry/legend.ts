/** The texts around the printed QR (Orden HAC/1177/2024 art. 20; AEAT, QR specification 0.5.0, section 3). */

/** Stands above the QR, always. */
export const qrHeading = "QR tributario:"

/** Stands below the QR of a VERI*FACTU system. */
export const qrLegend = "Factura verificable en la sede electrónica de la AEAT"
