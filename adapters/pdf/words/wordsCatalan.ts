import type { Mention } from "../../../core/printing/mentions.ts"
import { romanceFormats } from "./romanceFormats.ts"
import type { Words } from "./words.ts"

const lawName = (law: string): string => law.replace("Ley", "Llei").replace("Decreto Legislativo", "Decret legislatiu")

const rule = ({ article, law }: Mention): string => {
  if (law === null) return ""
  const name = lawName(law)
  return article === null ? ` (${name})` : ` (art. ${article} ${name.startsWith("Llei") ? "de la" : "del"} ${name})`
}

const mention = (it: Mention): string => {
  switch (it.kind) {
    case "exempt":
      return `Operació exempta d’${it.tax}${rule(it)}.`
    case "export":
      return `Exportació exempta d’${it.tax}${rule(it)}.`
    case "intra_union":
      return `Lliurament intracomunitari exempt d’${it.tax}${rule(it)}.`
    case "small_business":
      return `Exención franquicia fiscal: operació exempta d’${it.tax} pel règim especial del petit empresari o professional${rule(it)}.`
    case "retailer":
      return `Comerciant minorista (comerciante minorista): operació exempta d’${it.tax}${rule(it)}.`
    case "not_subject":
      return `Operació no subjecta a ${it.tax} per les regles de localització${rule(it)}.`
    case "reverse_charge":
      return "Inversió del subjecte passiu."
    case "surcharge":
      return it.tax === "IGIC" ? "Operació subjecta a recàrrec del règim de comerciants minoristes."
        : "Operació subjecta a recàrrec d’equivalència."
  }
}

/** Catalan. */
export const catalan: Words = {
  ...romanceFormats,
  titles: {
    invoice: "Factura",
    simplified: "Factura simplificada",
    rectifying: "Factura rectificativa",
    simplified_rectifying: "Factura simplificada rectificativa",
    quote: "Pressupost",
    delivery: "Albarà",
    proforma: "Factura proforma",
  },
  stamps: { draft: "ESBORRANY", cancelled: "ANUL·LADA", test: "PROVA" },
  draft: "Esborrany: sense número ni validesa.",
  notAnInvoice: "Aquest document no és una factura.",
  test: "Document de prova: no consta al registre de facturació de l’AEAT.",
  cancelled: (motive) => motive === null ? "Factura anul·lada." : `Factura anul·lada. Motiu: ${motive}`,
  issuer: "Emissor",
  customer: "Client",
  taxId: "NIF",
  foreignId: "Identificació",
  vatId: "NIF-IVA",
  number: "Número",
  noNumber: "Sense número",
  issued: "Data d’expedició",
  operated: "Data d’operació",
  due: (days) => days === 1 ? "Venciment" : "Venciments",
  terms: "Condicions de pagament",
  payment: "Forma de pagament",
  payments: {
    transfer: "Transferència",
    cash: "Efectiu",
    card: "Targeta",
    direct_debit: "Domiciliació bancària",
    other: "Una altra",
  },
  concept: "Concepte",
  quantity: "Quantitat",
  price: "Preu",
  discount: "Dte.",
  amount: "Import",
  untaxed: { exempt: "Exempta", not_subject: "No subjecta" },
  broughtForward: "Suma anterior",
  carriedForward: "Suma i segueix",
  base: "Base imposable",
  rateOf: (tax) => tax,
  quotaOf: (tax) => `Quota ${tax}`,
  surcharge: "Recàrrec",
  surchargeQuota: "Quota recàrrec",
  surchargeTotalOf: (tax) => tax === "IGIC" ? "Recàrrec de minoristes" : "Recàrrec d’equivalència",
  invoiceTotal: "Total factura",
  total: "Total",
  withholding: (percent) => `Retenció IRPF ${percent}`,
  disbursements: "Bestretes",
  toPay: "Total a pagar",
  named: (numserie, date) => `${numserie} del ${date}`,
  rectifies: "Rectifica",
  reason: "Motiu de la rectificació",
  method: "Mètode",
  methods: { diferencias: "Per diferències", sustitucion: "Per substitució" },
  replaced: (base, quota) => `Imports que se substitueixen: base ${base}, quota ${quota}.`,
  rectified: (base, quota) => `Import de la rectificació: base ${base}, quota ${quota}.`,
  exchanged: (invoices) =>
    invoices === 1 ? "Substitueix la factura simplificada" : "Substitueix les factures simplificades",
  inEuros: (rate) => `Imports en euros (${rate})`,
  mentions: "Mencions",
  mention,
  notes: "Notes",
  page: (page, pages) => `Pàgina ${page} de ${pages}`,
  logoOf: (name) => `Logotip de ${name}`,
  qrOf: (address) => `Codi QR amb l’adreça ${address}`,
}
