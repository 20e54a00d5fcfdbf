import type { Mention } from "../../../core/printing/mentions.ts"
import { romanceFormats } from "./romanceFormats.ts"
import type { Words } from "./words.ts"

const rule = ({ article, law }: Mention): string => {
  if (law === null) return ""
  return article === null ? ` (${law})` : ` (art. ${article} ${law.startsWith("Ley") ? "de la" : "del"} ${law})`
}

const mention = (it: Mention): string => {
  switch (it.kind) {
    case "exempt":
      return `Operación exenta de ${it.tax}${rule(it)}.`
    case "export":
      return `Exportación exenta de ${it.tax}${rule(it)}.`
    case "intra_union":
      return `Entrega intracomunitaria exenta de ${it.tax}${rule(it)}.`
    case "small_business":
      return `Exención franquicia fiscal: operación exenta de ${it.tax} por el régimen especial del pequeño empresario o profesional${rule(it)}.`
    case "retailer":
      return `Comerciante minorista: operación exenta de ${it.tax}${rule(it)}.`
    case "not_subject":
      return `Operación no sujeta a ${it.tax} por las reglas de localización${rule(it)}.`
    case "reverse_charge":
      return "Inversión del sujeto pasivo."
    case "surcharge":
      return it.tax === "IGIC" ? "Operación sujeta a recargo del régimen de comerciantes minoristas."
        : "Operación sujeta a recargo de equivalencia."
  }
}

/** Spanish. */
export const spanish: Words = {
  ...romanceFormats,
  titles: {
    invoice: "Factura",
    simplified: "Factura simplificada",
    rectifying: "Factura rectificativa",
    simplified_rectifying: "Factura simplificada rectificativa",
    quote: "Presupuesto",
    delivery: "Albarán",
    proforma: "Factura proforma",
  },
  stamps: { draft: "BORRADOR", cancelled: "ANULADA", test: "PRUEBA" },
  draft: "Borrador: sin número ni validez.",
  notAnInvoice: "Este documento no es una factura.",
  test: "Documento de prueba: no consta en el registro de facturación de la AEAT.",
  cancelled: (motive) => motive === null ? "Factura anulada." : `Factura anulada. Motivo: ${motive}`,
  issuer: "Emisor",
  customer: "Cliente",
  taxId: "NIF",
  foreignId: "Identificación",
  vatId: "NIF-IVA",
  number: "Número",
  noNumber: "Sin número",
  issued: "Fecha de expedición",
  operated: "Fecha de operación",
  due: (days) => days === 1 ? "Vencimiento" : "Vencimientos",
  terms: "Condiciones de pago",
  payment: "Forma de pago",
  payments: {
    transfer: "Transferencia",
    cash: "Efectivo",
    card: "Tarjeta",
    direct_debit: "Domiciliación bancaria",
    other: "Otra",
  },
  concept: "Concepto",
  quantity: "Cantidad",
  price: "Precio",
  discount: "Dto.",
  amount: "Importe",
  untaxed: { exempt: "Exenta", not_subject: "No sujeta" },
  broughtForward: "Suma anterior",
  carriedForward: "Suma y sigue",
  base: "Base imponible",
  rateOf: (tax) => tax,
  quotaOf: (tax) => `Cuota ${tax}`,
  surcharge: "Recargo",
  surchargeQuota: "Cuota recargo",
  surchargeTotalOf: (tax) => tax === "IGIC" ? "Recargo de minoristas" : "Recargo de equivalencia",
  invoiceTotal: "Total factura",
  total: "Total",
  withholding: (percent) => `Retención IRPF ${percent}`,
  disbursements: "Suplidos",
  toPay: "Total a pagar",
  named: (numserie, date) => `${numserie} de ${date}`,
  rectifies: "Rectifica",
  reason: "Motivo de la rectificación",
  method: "Método",
  methods: { diferencias: "Por diferencias", sustitucion: "Por sustitución" },
  replaced: (base, quota) => `Importes que se sustituyen: base ${base}, cuota ${quota}.`,
  rectified: (base, quota) => `Importe de la rectificación: base ${base}, cuota ${quota}.`,
  exchanged: (invoices) =>
    invoices === 1 ? "Sustituye a la factura simplificada" : "Sustituye a las facturas simplificadas",
  inEuros: (rate) => `Importes en euros (${rate})`,
  mentions: "Menciones",
  mention,
  notes: "Notas",
  page: (page, pages) => `Página ${page} de ${pages}`,
  logoOf: (name) => `Logotipo de ${name}`,
  qrOf: (address) => `Código QR con la dirección ${address}`,
}
