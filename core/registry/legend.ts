/** The texts around the printed QR code (Orden HAC/1177/2024 art. 20; AEAT, QR specification 0.5.0, section 3). */

/** Stands above every QR code. */
export const qrHeading = "QR tributario:"

/** Stands below the QR code in a VERI*FACTU system, which ours is. */
export const qrLegend = "Factura verificable en la sede electrónica de la AEAT"
