import type { WordedDocument, WordedLine } from "../../adapters/pdf/words/wordedDocument.ts"

/** That many lines, each with its number in the description. */
export const sampleLines = (count: number): ReadonlyArray<WordedLine> =>
  Array.from({ length: count }, (_, index) => ({
    descripcion: index % 4 === 1
      ? `Línea ${index + 1}: revisión anual, limpieza de filtros, desplazamiento y puesta en marcha`
      : `Línea ${index + 1}: mantenimiento`,
    cantidad: "2,5 h",
    precio: "1.045,00",
    descuento: "",
    tipo_iva: "21 %",
    importe: `${index + 1},00 €`,
  }))

/** An ordinary invoice: one page, only WinAnsi characters. */
export const sampleInvoice: WordedDocument = {
  language: "es",
  title: "Factura",
  warnings: [],
  fileTitle: "Factura A-12",
  author: "Talleres Hernández Ibáñez, S.L.",
  stamp: null,
  createdMillis: Date.UTC(2026, 10, 20, 12, 30),
  facts: [
    { label: "Número", value: "A-12" },
    { label: "Fecha de emisión", value: "20/11/2026" },
    { label: "Vencimiento", value: "20/12/2026" },
  ],
  issuer: {
    heading: "Emisor",
    lines: ["Talleres Hernández Ibáñez, S.L.", "NIF B12345674", "C/ de la Ribera, 46, 3.º B", "28042 Madrid"],
  },
  recipient: { heading: "Cliente", lines: ["Comunidad de Propietarios Av. de América 12", "NIF H87654321"] },
  logoAlt: "Logotipo de Talleres Hernández Ibáñez, S.L.",
  lineHeadings: {
    descripcion: "Descripción", cantidad: "Cantidad", precio: "Precio", descuento: "Dto.", tipo_iva: "IVA",
    importe: "Importe",
  },
  lines: sampleLines(5),
  carriedForward: "Suma y sigue",
  broughtForward: "Suma anterior",
  sumOf: (lines) => `${lines * 10},00`,
  decimalMark: ",",
  breakdownHeadings: ["Impuesto", "Base imponible", "Cuota"],
  breakdown: [["IVA 21 %", "1.525,25 €", "320,30 €"], ["IVA 10 %", "1.078,80 €", "107,88 €"]],
  totals: [
    { label: "Base", value: "2.604,05 €", weight: "plain" },
    { label: "Impuestos", value: "428,18 €", weight: "plain" },
    { label: "Total factura", value: "3.032,23 €", weight: "final" },
  ],
  notes: [{ heading: "Notas", text: "Gracias por su confianza.\nPago por transferencia." }],
  qr: {
    url: "https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQR"
      + "?nif=B12345674&numserie=A-12&fecha=20-11-2026&importe=3032.23",
    above: "QR tributario:",
    below: "Factura verificable en la sede electrónica de la AEAT",
    alt: "Código QR",
  },
  pageLabel: (page, pages) => `Página ${page} de ${pages}`,
}
