import type { PostalAddress } from "../../../core/fields/addressFields.ts"
import { isSpanishNif } from "../../../core/identifiers/nif.ts"
import { bigSum, type Cents, cents, centsText } from "../../../core/money/cents.ts"
import type {
  NamedInvoice,
  PrintableDocument,
  PrintableLine,
  PrintableRate,
} from "../../../core/ports/PdfPrinter.ts"
import { qrHeading, qrLegend } from "../../../core/registry/legend.ts"
import { countryCode } from "../../../core/tax/place.ts"
import { plainText } from "../../../core/text/plainText.ts"
import type { WordedDocument, WordedFact, WordedLine, WordedParty, WordedTotal } from "./wordedDocument.ts"
import { type Words, wordsOf } from "./words.ts"

/** Puts a document into words of its language. The QR's texts are the law's own, always Spanish. */
export const wordDocument = (document: PrintableDocument): WordedDocument => {
  const words = wordsOf(document.idioma)
  const { issuer, kind, qr, recipient, referencia } = document
  const title = words.titles[kind]
  // The country is not printed when both parties are in Spain.
  const abroad = [issuer, recipient].some((party) => party !== null && countryCode(party.pais) !== "ES")
  return {
    language: document.idioma,
    title,
    warnings: warningsOf(document, words),
    fileTitle: referencia === null ? `${title} (${words.stamps.draft.toLowerCase()})` : `${title} ${referencia}`,
    author: issuer.nombre,
    stamp: stampOf(document, words),
    createdMillis: document.createdMillis,
    facts: factsOf(document, words),
    issuer: partyOf(words.issuer, issuer, words, abroad, [issuer.email, issuer.telefono, issuer.web]),
    recipient: recipient === null ? null : partyOf(words.customer, recipient, words, abroad, []),
    logoAlt: words.logoOf(issuer.nombre),
    ...linesOf(document, words),
    decimalMark: words.decimalMark,
    ...breakdownOf(document, words),
    totals: totalsOf(document, words),
    notes: notesOf(document, words),
    qr: qr === null ? null : { url: qr, above: qrHeading, below: qrLegend, alt: words.qrOf(qr) },
    pageLabel: words.page,
  }
}

const stampOf = ({ lifecycle, prueba }: PrintableDocument, { stamps }: Words): string | null => {
  if (lifecycle === "draft") return stamps.draft
  if (lifecycle === "cancelled") return stamps.cancelled
  return prueba ? stamps.test : null
}

const warningsOf = ({ kind, lifecycle, motivo_anulacion, prueba }: PrintableDocument, words: Words) => [
  ...(lifecycle === "draft" ? [words.draft] : []),
  ...(lifecycle === "cancelled" ? [words.cancelled(motivo_anulacion)] : []),
  ...(prueba ? [words.test] : []),
  ...(isInvoice(kind) ? [] : [words.notAnInvoice]),
]

const isInvoice = (kind: PrintableDocument["kind"]): boolean => kind !== "quote" && kind !== "delivery" && kind !== "proforma"

const factsOf = (document: PrintableDocument, words: Words): ReadonlyArray<WordedFact> => {
  const { condiciones, fecha_emision, fecha_operacion, forma_pago, rectifica, referencia, vencimientos } = document
  const facts = [
    { label: words.number, value: referencia ?? words.noNumber },
    { label: words.issued, value: words.date(fecha_emision) },
  ]
  if (fecha_operacion !== null) facts.push({ label: words.operated, value: words.date(fecha_operacion) })
  if (vencimientos.length > 0) {
    facts.push({ label: words.due(vencimientos.length), value: vencimientos.map(words.date).join(", ") })
  }
  if (condiciones !== null) facts.push({ label: words.terms, value: condiciones })
  if (forma_pago !== null) facts.push({ label: words.payment, value: words.payments[forma_pago] })
  if (rectifica === null) return facts
  return [
    ...facts,
    { label: words.rectifies, value: namedIn(words)(rectifica) },
    { label: words.method, value: words.methods[rectifica.metodo] },
  ]
}

const namedIn = ({ date, named }: Words) => ({ fecha, numserie }: NamedInvoice): string => named(numserie, date(fecha))

/** Issuer or recipient. */
interface Person extends PostalAddress {
  readonly nombre: string
  readonly nif: string | null
  readonly nif_iva: string | null
}

/** Those of the texts that are not empty. */
const present = (texts: ReadonlyArray<string | null>): ReadonlyArray<string> =>
  texts.filter((text) => text !== null && text !== "").map(String)

/** Whether both name the same place: "Ávila" is in "AVILA". */
const isSameName = (province: string, city: string | null): boolean => city !== null && plainText(province) === plainText(city)

/** Whether an id is surely no NIF: it has not the form of one, and belongs to somebody elsewhere. */
const isForeignId = (id: string, pais: string | null): boolean => !isSpanishNif(id) && countryCode(pais) !== "ES"

const partyOf = (
  heading: string,
  { ciudad, cp, direccion, nif, nif_iva, nombre, pais, provincia }: Person,
  { foreignId, taxId, vatId }: Words,
  abroad: boolean,
  contact: ReadonlyArray<string | null>,
): WordedParty => ({
  heading,
  lines: [
    nombre,
    ...present([
      nif === null ? null : `${isForeignId(nif, pais) ? foreignId : taxId} ${nif}`,
      nif_iva === null || nif_iva === nif ? null : `${vatId} ${nif_iva}`,
      direccion,
      present([cp, ciudad, provincia === null || isSameName(provincia, ciudad) ? null : `(${provincia})`]).join(" "),
      abroad ? pais : null,
    ]),
    ...present(contact),
  ],
})

const linesOf = (
  { lineas, tax }: PrintableDocument,
  words: Words,
): Pick<WordedDocument, "lineHeadings" | "lines" | "broughtForward" | "carriedForward" | "sumOf"> => ({
  lineHeadings: {
    descripcion: words.concept,
    cantidad: words.quantity,
    precio: words.price,
    descuento: words.discount,
    tipo_iva: words.rateOf(tax),
    importe: words.amount,
  },
  lines: lineas.map((line) => wordedLine(line, words)),
  broughtForward: words.broughtForward,
  carriedForward: words.carriedForward,
  sumOf: (count) => amountIn(words)(bigSum(lineas.slice(0, count).map(({ base }) => base))),
})

const wordedLine = (line: PrintableLine, words: Words): WordedLine => ({
  descripcion: line.descripcion,
  cantidad: `${words.decimal(line.cantidad)} ${line.unidad ?? ""}`.trimEnd(),
  precio: words.decimal(atLeastTwoDecimals(line.precio)),
  descuento: line.descuento === "0" ? "" : words.percent(line.descuento),
  tipo_iva: rateIn(words)(line),
  importe: amountIn(words)(line.base),
})

const atLeastTwoDecimals = (text: string): string => {
  const [whole = "", decimals = ""] = text.split(".")
  return `${whole}.${decimals.padEnd(2, "0")}`
}

const amountIn = ({ decimal }: Words) => (amount: Cents | bigint): string => decimal(centsText(amount))

const rateIn = ({ percent, untaxed }: Words) =>
  ({ tipo_iva, treatment }: Pick<PrintableRate, "tipo_iva" | "treatment">): string =>
    treatment === "taxed" ? percent(tipo_iva) : untaxed[treatment]

const breakdownOf = (
  { rates, tax }: PrintableDocument,
  words: Words,
): Pick<WordedDocument, "breakdownHeadings" | "breakdown"> => {
  const surcharged = rates.some(({ tipo_recargo }) => tipo_recargo !== "0")
  const amount = amountIn(words)
  return {
    breakdownHeadings: [
      words.rateOf(tax),
      words.base,
      words.quotaOf(tax),
      ...(surcharged ? [words.surcharge, words.surchargeQuota] : []),
    ],
    breakdown: rates.map((rate) => [
      rateIn(words)(rate),
      amount(rate.base),
      rate.treatment === "taxed" ? amount(rate.cuota) : "",
      ...(surcharged && rate.tipo_recargo !== "0"
        ? [words.percent(rate.tipo_recargo), amount(rate.cuota_recargo)]
        : []),
    ]),
  }
}

/** The totals. With a withholding or disbursements, what is invoiced and what is to be paid differ: both are printed. */
const totalsOf = ({ divisa, kind, tax, totals }: PrintableDocument, words: Words): ReadonlyArray<WordedTotal> => {
  const row = (label: string, amount: Cents, weight: WordedTotal["weight"] = "plain"): WordedTotal =>
    ({ label, value: words.money(amount, divisa), weight })
  const { base_imponible, cuota_irpf, cuota_iva, cuota_recargo, factura, irpf, suplidos, total } = totals
  const rows = [row(words.base, base_imponible), row(words.quotaOf(tax), cuota_iva)]
  if (cuota_recargo !== 0) rows.push(row(words.surchargeTotalOf(tax), cuota_recargo))
  const invoiced = isInvoice(kind) ? words.invoiceTotal : words.total
  if (cuota_irpf === 0 && suplidos === 0) return [...rows, row(invoiced, factura, "final")]
  rows.push(row(invoiced, factura, "strong"))
  if (cuota_irpf !== 0) rows.push(row(words.withholding(words.percent(String(irpf))), cents(-cuota_irpf)))
  if (suplidos !== 0) rows.push(row(words.disbursements, suplidos))
  return [...rows, row(words.toPay, total, "final")]
}

const notesOf = (document: PrintableDocument, words: Words): WordedDocument["notes"] => {
  const { euros, mentions, notas, rectifica, sustituye } = document
  const inEuros = (amount: Cents): string => words.money(amount, "EUR")
  const notes = mentions.length === 0 ? []
    : [{ heading: words.mentions, text: mentions.map(words.mention).join("\n") }]
  if (rectifica !== null) {
    const { importe, motivo, sustituido } = rectifica
    const replaced = sustituido === null ? [] : [words.replaced(inEuros(sustituido.base), inEuros(sustituido.cuota))]
    const rectified = importe === null ? [] : [words.rectified(inEuros(importe.base), inEuros(importe.cuota))]
    notes.push({ heading: words.reason, text: [motivo, ...replaced, ...rectified].join("\n") })
  }
  if (sustituye.length > 0) {
    notes.push({ heading: words.exchanged(sustituye.length), text: sustituye.map(namedIn(words)).join("; ") })
  }
  if (euros !== null) {
    const rate = `1\u00a0${document.divisa} = ${words.decimal(euros.tipo_cambio)}\u00a0EUR`
    const amounts = [
      [words.quotaOf(document.tax), euros.cuota_iva],
      ...(euros.cuota_recargo === 0 ? [] : [[words.surchargeTotalOf(document.tax), euros.cuota_recargo] as const]),
      [words.invoiceTotal, euros.factura],
    ] as const
    const text = amounts.map(([label, amount]) => `${label}: ${inEuros(amount)}`).join("\n")
    notes.push({ heading: words.inEuros(rate), text })
  }
  if (notas !== null && notas.trim() !== "") notes.push({ heading: words.notes, text: notas })
  return notes
}
