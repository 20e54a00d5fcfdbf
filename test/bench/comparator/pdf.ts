import qrcode from "qrcode"
import { centsText, cents } from "../../../core/money/cents.ts"
import { qrHeading, qrLegend } from "../../../core/registry/legend.ts"
import { type Drawing, loadPdfKit } from "../oneCore/pdfKit.ts"
import type { InvoiceRow } from "./documents.ts"

/** The comparator's printed invoice, made by pdfkit with its built-in fonts, as its manual shows. Amounts in cents. */

const amount = (value: number): string => `${centsText(cents(value)).replace(".", ",")} €`
const right = (column: number, width: number) => ({ x: column, options: { width, align: "right" as const, lineBreak: false } })

const columns = { text: 50, quantity: right(285, 50), price: right(340, 60), discount: right(405, 40), rate: right(450, 40), base: right(490, 55) }

/** The PDF of an issued invoice. */
export const comparatorPdf = (invoice: InvoiceRow): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const Kit = loadPdfKit()
    if (Kit === undefined) return reject(new Error("pdfkit is not installed"))
    const document = new Kit({ size: "A4", margin: 50, autoFirstPage: true })
    const chunks: Array<Uint8Array> = []
    document.on("data", (chunk) => chunks.push(chunk))
    document.on("end", () => resolve(Buffer.concat(chunks)))
    const after = drawLines(document, invoice, drawHead(document, invoice))
    drawTotals(document, invoice, after + 12)
    document.end()
  })

const drawHead = (document: Drawing, invoice: InvoiceRow): number => {
  document.font("Helvetica-Bold").fontSize(18).text("Factura", 50, 50, { lineBreak: false })
  document.fontSize(9)
  const facts = [
    ["Número", `${invoice.serie}-${invoice.numero}`],
    ["Fecha de emisión", invoice.fecha_emision.split("-").toReversed().join("/")],
    ["Vencimiento", invoice.fecha_vencimiento?.split("-").toReversed().join("/") ?? ""],
    ["Forma de pago", "Transferencia"],
  ]
  facts.forEach(([name = "", value = ""], i) => {
    document.font("Helvetica").text(name, 50, 80 + i * 12, { lineBreak: false })
    document.font("Helvetica-Bold").text(value, 140, 80 + i * 12, { lineBreak: false })
  })
  for (const [party, x] of [[invoice.issuer, 50], [invoice.recipient, 310]] as const) {
    const lines = [party?.nombre, party?.nif, party?.direccion, `${party?.cp ?? ""} ${party?.ciudad ?? ""}`, party?.email]
    document.font("Helvetica-Bold").text(x === 50 ? "Emisor" : "Cliente", x, 140, { lineBreak: false }).font("Helvetica")
    lines.forEach((line, i) => document.text(line ?? "", x, 154 + i * 12, { lineBreak: false }))
  }
  const { registry } = invoice
  if (registry !== null) {
    document.fontSize(7).text(qrHeading, 450, 40, { lineBreak: false })
    drawQr(document, registry.qr, 450, 50, 85)
    document.text(qrLegend, 400, 138, { width: 150 })
  }
  return 235
}

const drawQr = (document: Drawing, text: string, x: number, y: number, side: number): void => {
  const { data, size } = qrcode.create(text, { errorCorrectionLevel: "M" }).modules
  const module = side / size
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (data[row * size + column] === 1) document.rect(x + column * module, y + row * module, module, module)
    }
  }
  document.fill("black")
}

const drawLines = (document: Drawing, { lineas }: InvoiceRow, top: number): number => {
  const { base, discount, price, quantity, rate } = columns
  document.fontSize(9).font("Helvetica-Bold").text("Descripción", columns.text, top, { lineBreak: false })
  for (const [title, { options, x }] of [["Cantidad", quantity], ["Precio", price], ["Dto.", discount], ["IVA", rate], ["Importe", base]] as const) {
    document.text(title, x, top, options)
  }
  document.font("Helvetica")
  lineas.forEach((line, i) => {
    const y = top + 16 + i * 14
    document.text(line.descripcion, columns.text, y, { width: 230 })
    document.text(`${line.cantidad} ${line.unidad ?? ""}`.replace(".", ","), quantity.x, y, quantity.options)
    document.text(String(line.precio).replace(".", ","), price.x, y, price.options)
    document.text(line.descuento === 0 ? "" : `${line.descuento} %`, discount.x, y, discount.options)
    document.text(`${line.tipo_iva} %`, rate.x, y, rate.options)
    document.text(amount(line.base), base.x, y, base.options)
  })
  return top + 16 + lineas.length * 14
}

/** The breakdown by rates, which the law demands, and the sums. */
const drawTotals = (document: Drawing, invoice: InvoiceRow, top: number): void => {
  const breakdown = [["Base", "Tipo", "Cuota"], ...invoice.rates.map(({ base, cuota, tipo_iva }) => [amount(base), `${tipo_iva} %`, amount(cuota)])]
  breakdown.forEach((cells, row) => {
    document.font(row === 0 ? "Helvetica-Bold" : "Helvetica")
    cells.forEach((cell, i) => document.text(cell, 50 + i * 70, top + row * 14, { width: 60, align: "right", lineBreak: false }))
  })
  const sums = [["Base imponible", invoice.base_imponible], ["Cuota de IVA", invoice.cuota_iva], ["Total", invoice.total]] as const
  sums.forEach(([name, value], i) => {
    document.font(name === "Total" ? "Helvetica-Bold" : "Helvetica")
    document.text(name, 380, top + i * 14, { lineBreak: false })
    document.text(amount(value), columns.base.x, top + i * 14, columns.base.options)
  })
  document.font("Helvetica").text(invoice.notas ?? "", 50, top + 60, { width: 300 })
  document.fontSize(7).text("Página 1 de 1", 490, 800, { width: 55, align: "right", lineBreak: false })
}
