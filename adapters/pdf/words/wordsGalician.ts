import type { Mention } from "../../../core/printing/mentions.ts"
import type { Tax } from "../../../core/tax/regions.ts"
import { romanceFormats } from "./romanceFormats.ts"
import type { Words } from "./words.ts"

const taxes: Record<Tax, string> = { IVA: "IVE", IGIC: "IGIC", IPSI: "IPSI" }

const lawName = (law: string): string => law.replace("Ley", "Lei").replace("Decreto Legislativo", "Decreto lexislativo")

const rule = ({ article, law }: Mention): string => {
  if (law === null) return ""
  const name = lawName(law)
  return article === null ? ` (${name})` : ` (art. ${article} ${name.startsWith("Lei") ? "da" : "do"} ${name})`
}

const mention = (it: Mention): string => {
  const tax = taxes[it.tax]
  switch (it.kind) {
    case "exempt":
      return `Operación exenta de ${tax}${rule(it)}.`
    case "export":
      return `Exportación exenta de ${tax}${rule(it)}.`
    case "intra_union":
      return `Entrega intracomunitaria exenta de ${tax}${rule(it)}.`
    case "small_business":
      return `Exención franquicia fiscal: operación exenta de ${tax} polo réxime especial do pequeno empresario ou profesional${rule(it)}.`
    case "retailer":
      return `Comerciante retallista (comerciante minorista): operación exenta de ${tax}${rule(it)}.`
    case "not_subject":
      return `Operación non suxeita a ${tax} polas regras de localización${rule(it)}.`
    case "reverse_charge":
      return "Inversión do suxeito pasivo."
    case "surcharge":
      return it.tax === "IGIC" ? "Operación suxeita a recarga do réxime de comerciantes retallistas."
        : "Operación suxeita a recarga de equivalencia."
  }
}

/** Galician. */
export const galician: Words = {
  ...romanceFormats,
  titles: {
    invoice: "Factura",
    simplified: "Factura simplificada",
    rectifying: "Factura rectificativa",
    simplified_rectifying: "Factura simplificada rectificativa",
    quote: "Orzamento",
    delivery: "Albará",
    proforma: "Factura proforma",
  },
  stamps: { draft: "BORRADOR", cancelled: "ANULADA", test: "PROBA" },
  draft: "Borrador: sen número nin validez.",
  notAnInvoice: "Este documento non é unha factura.",
  test: "Documento de proba: non consta no rexistro de facturación da AEAT.",
  cancelled: (motive) => motive === null ? "Factura anulada." : `Factura anulada. Motivo: ${motive}`,
  issuer: "Emisor",
  customer: "Cliente",
  taxId: "NIF",
  foreignId: "Identificación",
  vatId: "NIF-IVE",
  number: "Número",
  noNumber: "Sen número",
  issued: "Data de expedición",
  operated: "Data de operación",
  due: (days) => days === 1 ? "Vencemento" : "Vencementos",
  terms: "Condicións de pagamento",
  payment: "Forma de pagamento",
  payments: {
    transfer: "Transferencia",
    cash: "Efectivo",
    card: "Tarxeta",
    direct_debit: "Domiciliación bancaria",
    other: "Outra",
  },
  concept: "Concepto",
  quantity: "Cantidade",
  price: "Prezo",
  discount: "Dto.",
  amount: "Importe",
  untaxed: { exempt: "Exenta", not_subject: "Non suxeita" },
  broughtForward: "Suma anterior",
  carriedForward: "Suma e segue",
  base: "Base impoñible",
  rateOf: (tax) => taxes[tax],
  quotaOf: (tax) => `Cota ${taxes[tax]}`,
  surcharge: "Recarga",
  surchargeQuota: "Cota recarga",
  surchargeTotalOf: (tax) => tax === "IGIC" ? "Recarga de retallistas" : "Recarga de equivalencia",
  invoiceTotal: "Total factura",
  total: "Total",
  withholding: (percent) => `Retención IRPF ${percent}`,
  disbursements: "Suplidos",
  toPay: "Total a pagar",
  named: (numserie, date) => `${numserie} do ${date}`,
  rectifies: "Rectifica",
  reason: "Motivo da rectificación",
  method: "Método",
  methods: { diferencias: "Por diferenzas", sustitucion: "Por substitución" },
  replaced: (base, quota) => `Importes que se substitúen: base ${base}, cota ${quota}.`,
  rectified: (base, quota) => `Importe da rectificación: base ${base}, cota ${quota}.`,
  exchanged: (invoices) =>
    invoices === 1 ? "Substitúe a factura simplificada" : "Substitúe as facturas simplificadas",
  inEuros: (rate) => `Importes en euros (${rate})`,
  mentions: "Mencións",
  mention,
  notes: "Notas",
  page: (page, pages) => `Páxina ${page} de ${pages}`,
  logoOf: (name) => `Logotipo de ${name}`,
  qrOf: (address) => `Código QR co enderezo ${address}`,
}
