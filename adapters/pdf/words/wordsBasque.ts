import { spanishDecimal } from "../../../core/money/spanishFormat.ts"
import type { Mention } from "../../../core/printing/mentions.ts"
import type { Tax } from "../../../core/tax/regions.ts"
import { romanceFormats } from "./romanceFormats.ts"
import type { Words } from "./words.ts"

const taxes: Record<Tax, string> = { IVA: "BEZ", IGIC: "IGIC", IPSI: "IPSI" }

/** Exempt from a tax, and subject to it: names that end in a consonant take a vowel before the ending. */
const fromTax: Record<Tax, string> = { IVA: "BEZetik", IGIC: "IGICetik", IPSI: "IPSItik" }
const toTax: Record<Tax, string> = { IVA: "BEZari", IGIC: "IGICari", IPSI: "IPSIri" }

const lawName = (law: string): string => {
  const [number = ""] = /\d+\/\d+$/.exec(law) ?? []
  return law.startsWith("Ley") ? `${number} Legea` : `${number} Legegintzako Dekretua`
}

const rule = ({ article, law }: Mention): string => {
  if (law === null) return ""
  return article === null ? ` (${lawName(law)})` : ` (${lawName(law)}, ${article}. art.)`
}

const mention = (it: Mention): string => {
  const from = fromTax[it.tax]
  switch (it.kind) {
    case "exempt":
      return `${from} salbuetsitako eragiketa${rule(it)}.`
    case "export":
      return `${from} salbuetsitako esportazioa${rule(it)}.`
    case "intra_union":
      return `${from} salbuetsitako Batasun barruko entrega${rule(it)}.`
    case "small_business":
      return `Exención franquicia fiscal: enpresaburu edo profesional txikiaren araubide bereziagatik ${from} salbuetsitako eragiketa${rule(it)}.`
    case "retailer":
      return `Txikizkako merkataria (comerciante minorista): ${from} salbuetsitako eragiketa${rule(it)}.`
    case "not_subject":
      return `Lokalizazio-arauengatik ${toTax[it.tax]} lotu gabeko eragiketa${rule(it)}.`
    case "reverse_charge":
      return "Subjektu pasiboaren inbertsioa."
    case "surcharge":
      return it.tax === "IGIC" ? "Txikizkako merkatarien araubideko errekarguari lotutako eragiketa."
        : "Baliokidetasun-errekarguari lotutako eragiketa."
  }
}

/** Basque: days as year/month/day, the percent sign before the number. */
export const basque: Words = {
  ...romanceFormats,
  date: (date) => date.replaceAll("-", "/"),
  percent: (text) => `%\u00a0${spanishDecimal(text)}`,
  titles: {
    invoice: "Faktura",
    simplified: "Faktura sinplifikatua",
    rectifying: "Faktura zuzentzailea",
    simplified_rectifying: "Faktura sinplifikatu zuzentzailea",
    quote: "Aurrekontua",
    delivery: "Albarana",
    proforma: "Proforma-faktura",
  },
  stamps: { draft: "ZIRRIBORROA", cancelled: "BALIOGABETUA", test: "PROBA" },
  draft: "Zirriborroa: zenbakirik eta baliorik gabe.",
  notAnInvoice: "Dokumentu hau ez da faktura bat.",
  test: "Probako dokumentua: ez dago AEATen fakturazio-erregistroan.",
  cancelled: (motive) => motive === null ? "Faktura baliogabetua." : `Faktura baliogabetua. Arrazoia: ${motive}`,
  issuer: "Igorlea",
  customer: "Bezeroa",
  taxId: "IFZ",
  foreignId: "Identifikazioa",
  vatId: "BEZ-IFZ",
  number: "Zenbakia",
  noNumber: "Zenbakirik gabe",
  issued: "Egite-data",
  operated: "Eragiketa-data",
  due: (days) => days === 1 ? "Mugaeguna" : "Mugaegunak",
  terms: "Ordainketa-baldintzak",
  payment: "Ordaintzeko modua",
  payments: {
    transfer: "Transferentzia",
    cash: "Eskudirua",
    card: "Txartela",
    direct_debit: "Banku-helbideratzea",
    other: "Beste bat",
  },
  concept: "Kontzeptua",
  quantity: "Kantitatea",
  price: "Prezioa",
  discount: "Desk.",
  amount: "Zenbatekoa",
  untaxed: { exempt: "Salbuetsia", not_subject: "Lotu gabea" },
  broughtForward: "Aurreko batura",
  carriedForward: "Batura, eta darrai",
  base: "Zerga-oinarria",
  rateOf: (tax) => taxes[tax],
  quotaOf: (tax) => `${taxes[tax]} kuota`,
  surcharge: "Errekargua",
  surchargeQuota: "Errekargu-kuota",
  surchargeTotalOf: (tax) => tax === "IGIC" ? "Txikizkako merkatarien errekargua" : "Baliokidetasun-errekargua",
  invoiceTotal: "Fakturaren guztizkoa",
  total: "Guztira",
  withholding: (percent) => `PFEZ atxikipena ${percent}`,
  disbursements: "Ordaindutako gastuak",
  toPay: "Ordaindu beharrekoa",
  named: (numserie, date) => `${numserie}, ${date}`,
  rectifies: "Zuzentzen duena",
  reason: "Zuzenketaren arrazoia",
  method: "Metodoa",
  methods: { diferencias: "Diferentzien bidez", sustitucion: "Ordezkapen bidez" },
  replaced: (base, quota) => `Ordezten diren zenbatekoak: oinarria ${base}, kuota ${quota}.`,
  rectified: (base, quota) => `Zuzenketaren zenbatekoa: oinarria ${base}, kuota ${quota}.`,
  exchanged: (invoices) =>
    invoices === 1 ? "Faktura sinplifikatu hau ordezten du" : "Faktura sinplifikatu hauek ordezten ditu",
  inEuros: (rate) => `Zenbatekoak eurotan (${rate})`,
  mentions: "Aipamenak",
  mention,
  notes: "Oharrak",
  page: (page, pages) => `${page}. orria, ${pages} orritik`,
  logoOf: (name) => `${name}: logotipoa`,
  qrOf: (address) => `QR kodea, helbide honekin: ${address}`,
}
