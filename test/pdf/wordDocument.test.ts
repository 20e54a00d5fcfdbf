import { assert, describe, it } from "@effect/vitest"
import { wordDocument } from "../../adapters/pdf/words/wordDocument.ts"
import { wordsOf } from "../../adapters/pdf/words/words.ts"
import type { CivilDate } from "../../core/calendar/civilDate.ts"
import { instant } from "../../core/calendar/instant.ts"
import { cents } from "../../core/money/cents.ts"
import { decimal6 } from "../../core/money/decimal.ts"
import { printLanguages } from "../../core/printing/printLanguage.ts"
import { day } from "../support/samples.ts"
import { ordinaryLines, printableOf } from "./samplePrintables.ts"

const plain = (text: string): string => text.replaceAll("\u00a0", " ")

const totalsOf = (document: Parameters<typeof wordDocument>[0]) =>
  wordDocument(document).totals.map(({ label, value, weight }) => plain(`${label}: ${value}${weight === "plain" ? "" : ` (${weight})`}`))

describe("the words of a document", () => {
  it("say what the document is, and what it is not", () => {
    const of = (invoice: NonNullable<Parameters<typeof printableOf>[1]>["invoice"]) => {
      const { stamp, title, warnings } = wordDocument(printableOf(ordinaryLines, invoice === undefined ? {} : { invoice }))
      return [title, stamp, ...warnings]
    }
    assert.deepStrictEqual(of({}), ["Factura", null])
    assert.deepStrictEqual(of({ lifecycle: "draft", registry: null, numero: null }), ["Factura", "BORRADOR", "Borrador: sin número ni validez."])
    assert.deepStrictEqual(of({ registry: null }), [
      "Factura", "PRUEBA", "Documento de prueba: no consta en el registro de facturación de la AEAT.",
    ])
    assert.deepStrictEqual(of({ lifecycle: "cancelled", motivo_anulacion: "Duplicada" }), ["Factura", "ANULADA", "Factura anulada. Motivo: Duplicada"])
    for (const [kind, title] of [["quote", "Presupuesto"], ["delivery", "Albarán"], ["proforma", "Factura proforma"]] as const) {
      assert.deepStrictEqual(of({ tipo_documento: kind, registry: null }), [title, null, "Este documento no es una factura."])
    }
  })

  it("distinguish the total of the invoice from what is to be paid", () => {
    assert.deepStrictEqual(totalsOf(printableOf([{ text: "", price: 100 }])), [
      "Base imponible: 100,00 €", "Cuota IVA: 21,00 €", "Total factura: 121,00 € (final)",
    ])
    const held = { irpf: 15, suplidos: cents(5_000), recargo_equivalencia: true }
    assert.deepStrictEqual(totalsOf(printableOf([{ text: "", price: 100 }], { invoice: held })), [
      "Base imponible: 100,00 €", "Cuota IVA: 21,00 €", "Recargo de equivalencia: 5,20 €", "Total factura: 126,20 € (strong)",
      "Retención IRPF 15 %: -15,00 €", "Suplidos: 50,00 €", "Total a pagar: 161,20 € (final)",
    ])
  })

  it("call no foreign id a NIF", () => {
    const idOf = (idioma: (typeof printLanguages)[number], recipient: { readonly nif: string; readonly pais: string | null }) =>
      wordDocument({ ...printableOf(ordinaryLines, { recipient }), idioma }).recipient?.lines[1]
    const passports = printLanguages.map((idioma) => idOf(idioma, { nif: "AB1234567", pais: "MA" }))
    assert.deepStrictEqual(passports, [
      "Identificación AB1234567", "Identificació AB1234567", "Identificación AB1234567", "Identifikazioa AB1234567", "ID AB1234567",
    ])
    // A foreigner may have a Spanish NIF; a customer in Spain is named by what passes for one.
    assert.strictEqual(idOf("es", { nif: "X1234567L", pais: "MA" }), "NIF X1234567L")
    assert.strictEqual(idOf("en", { nif: "12345678Z", pais: "España" }), "Tax ID (NIF) 12345678Z")
    assert.strictEqual(idOf("es", { nif: "AB1234567", pais: null }), "NIF AB1234567")
  })

  it("give blank notes no heading", () => {
    const headings = (notas: string) => wordDocument(printableOf(ordinaryLines, { invoice: { notas } })).notes.map(({ heading }) => heading)
    assert.deepStrictEqual([" \n\u00a0\t", " Gracias"].map(headings), [[], ["Notas"]])
  })

  it("name the surcharge after its tax", () => {
    const surcharged = printableOf([{ text: "", price: 100 }], { invoice: { recargo_equivalencia: true } })
    const labels = printLanguages.map((idioma) => wordDocument({ ...surcharged, idioma, tax: "IGIC" }).totals[2]?.label)
    assert.deepStrictEqual(labels, [
      "Recargo de minoristas", "Recàrrec de minoristes", "Recarga de retallistas", "Txikizkako merkatarien errekargua", "Retailers’ surcharge",
    ])
  })

  it("give due days, and what is rectified, why and how", () => {
    const rectifica = {
      original: { factura_id: "f", nif: "B12345674", numserie: "A-3", fecha: day("2026-02-01"), operacion: null, simplificada: false },
      metodo: "sustitucion", motivo: "Precio equivocado", causa: null,
      sustituido: { base: cents(10_000), cuota: cents(2_100), cuota_recargo: cents(0) },
      afterExchange: false,
    } as const
    const page = wordDocument(printableOf(ordinaryLines, { invoice: { tipo: "rectificative", serie: "R", rectifica, plazos: "30/60" } }))
    assert.strictEqual(page.title, "Factura rectificativa")
    assert.deepStrictEqual(page.facts.map(({ label, value }) => `${label}: ${value}`), [
      "Número: R-12", "Fecha de expedición: 20/11/2026", "Vencimientos: 20/12/2026, 19/01/2027", "Forma de pago: Transferencia",
      "Rectifica: A-3 de 01/02/2026", "Método: Por sustitución",
    ])
    assert.deepStrictEqual(page.notes.map(({ text }) => plain(text)), [
      "Precio equivocado\nImportes que se sustituyen: base 100,00 €, cuota 21,00 €.\nImporte de la rectificación: base 726,80 €, cuota 152,63 €.",
    ])
  })

  it("state the agreed terms of payment in the customer's language", () => {
    const agreed = printableOf(ordinaryLines, { invoice: { plazos: "a 60 días fin de mes", dias_vencimiento: null, fecha_vencimiento: null } })
    const said = printLanguages.map((idioma) => {
      const { facts } = wordDocument({ ...agreed, idioma })
      return facts.filter(({ value }) => value === "a 60 días fin de mes").map(({ label }) => label).join()
    })
    assert.deepStrictEqual(said, [
      "Condiciones de pago", "Condicions de pagament", "Condicións de pagamento", "Ordainketa-baldintzak", "Payment terms",
    ])
    assert.notInclude(wordDocument(printableOf(ordinaryLines)).facts.map(({ label }) => label), "Condiciones de pago")
  })

  it("use the singular for one simplified invoice and the plural for several", () => {
    const headings = (numbers: ReadonlyArray<string>) =>
      printLanguages.map((idioma) => {
        const sustituye = numbers.map((numserie) => ({ numserie, fecha: day("2026-02-01") }))
        return wordDocument({ ...printableOf([{ text: "", price: 100 }]), idioma, sustituye }).notes[0]?.heading
      })
    assert.deepStrictEqual(headings(["S-1"]), [
      "Sustituye a la factura simplificada",
      "Substitueix la factura simplificada",
      "Substitúe a factura simplificada",
      "Faktura sinplifikatu hau ordezten du",
      "Replaces the simplified invoice",
    ])
    assert.deepStrictEqual(headings(["S-1", "S-2"]), [
      "Sustituye a las facturas simplificadas",
      "Substitueix les factures simplificades",
      "Substitúe as facturas simplificadas",
      "Faktura sinplifikatu hauek ordezten ditu",
      "Replaces the simplified invoices",
    ])
  })

  it("give the day of the operation if it is not the day of issue", () => {
    const facts = (fecha_operacion: CivilDate | null) =>
      wordDocument({ ...printableOf(ordinaryLines), fecha_operacion }).facts.map(({ label, value }) => `${label}: ${value}`)
    assert.deepStrictEqual(facts(day("2024-12-31")).slice(1, 3), ["Fecha de expedición: 20/11/2026", "Fecha de operación: 31/12/2024"])
    assert.lengthOf(facts(null), facts(day("2024-12-31")).length - 1)
  })

  it("give the amounts in euros with their rate", () => {
    const invoice = { divisa: "USD", tipo_cambio: decimal6(921_300), recargo_equivalencia: true }
    const { notes } = wordDocument(printableOf([{ text: "", price: 1_000 }], { invoice }))
    assert.deepStrictEqual(notes.map(({ heading, text }) => plain(`${heading}|${text}`)), [
      "Menciones|Operación sujeta a recargo de equivalencia.",
      "Importes en euros (1 USD = 0,9213 EUR)|Cuota IVA: 193,47 €\nRecargo de equivalencia: 47,91 €\nTotal factura: 1.162,68 €",
    ])
  })

  it("leave out the country between two parties in Spain", () => {
    const linesOf = (pais: string | null) => {
      const { issuer, recipient } = wordDocument(printableOf(ordinaryLines, { recipient: { pais } }))
      return [issuer.lines[3], recipient?.lines.at(-1)]
    }
    assert.deepStrictEqual(linesOf(null), ["28042 Madrid", "28801 Alcalá de Henares (Madrid)"])
    const { recipient: inCapital } = wordDocument(printableOf(ordinaryLines, { recipient: { ciudad: "Ávila", provincia: "AVILA" } }))
    assert.strictEqual(inCapital?.lines.at(-1), "28801 Ávila")
    const { issuer, recipient } = wordDocument(printableOf(ordinaryLines, { recipient: { pais: "DE" } }))
    assert.strictEqual(recipient?.lines.at(-1), "DE")
    assert.include(issuer.lines, "España")
  })

  it("write figures and days as usual in each language", () => {
    const written = printLanguages.map((language) => {
      const { date, decimal, money, percent } = wordsOf(language)
      return plain([date(day("2026-11-02")), decimal("1234567.5"), money(cents(-123_456), "EUR"), percent("5.2")].join(" | "))
    })
    assert.deepStrictEqual(written, [
      "02/11/2026 | 1.234.567,5 | -1.234,56 € | 5,2 %",
      "02/11/2026 | 1.234.567,5 | -1.234,56 € | 5,2 %",
      "02/11/2026 | 1.234.567,5 | -1.234,56 € | 5,2 %",
      "2026/11/02 | 1.234.567,5 | -1.234,56 € | % 5,2",
      "2 Nov 2026 | 1,234,567.5 | -1,234.56 € | 5.2%",
    ])
  })

  it("contain the mentions required by law, in every language, with the article", () => {
    const exempt = printableOf([{ text: "", price: 100, rate: 0 }])
    const texts = printLanguages.map((idioma) => wordDocument({ ...exempt, idioma }).notes[0]?.text)
    assert.deepStrictEqual(texts, [
      "Operación exenta de IVA (art. 20 de la Ley 37/1992).",
      "Operació exempta d’IVA (art. 20 de la Llei 37/1992).",
      "Operación exenta de IVE (art. 20 da Lei 37/1992).",
      "BEZetik salbuetsitako eragiketa (37/1992 Legea, 20. art.).",
      "Exempt from VAT (art. 20, Ley 37/1992).",
    ])
  })

  it("contain in Spanish, whatever the language, the mention that the Canary Islands prescribe word for word", () => {
    for (const idioma of printLanguages) {
      const { mention } = wordsOf(idioma)
      const canary = { tax: "IGIC", law: "Decreto Legislativo 1/2025", article: "90" } as const
      assert.match(mention({ ...canary, kind: "small_business" }), /^Exención franquicia fiscal: .*1\/2025/)
      assert.match(mention({ ...canary, kind: "retailer" }), /^(Comerciante minorista:|.*\(comerciante minorista\):)/)
    }
  })

  it("decline the names of taxes in Basque: with e or a after a consonant, unchanged after a vowel", () => {
    const { mention } = wordsOf("eu")
    const told = (["IVA", "IGIC", "IPSI"] as const).flatMap((tax) =>
      (["export", "not_subject"] as const).map((kind) => mention({ kind, tax, law: null, article: null })))
    assert.deepStrictEqual(told, [
      "BEZetik salbuetsitako esportazioa.",
      "Lokalizazio-arauengatik BEZari lotu gabeko eragiketa.",
      "IGICetik salbuetsitako esportazioa.",
      "Lokalizazio-arauengatik IGICari lotu gabeko eragiketa.",
      "IPSItik salbuetsitako esportazioa.",
      "Lokalizazio-arauengatik IPSIri lotu gabeko eragiketa.",
    ])
  })

  it("keep the law's own words around the QR", () => {
    for (const idioma of printLanguages) {
      const { qr } = wordDocument({ ...printableOf(ordinaryLines), idioma })
      assert.deepInclude(qr, { above: "QR tributario:", below: "Factura verificable en la sede electrónica de la AEAT" })
    }
  })

  it("contain sums of the stored amounts", () => {
    const { sumOf } = wordDocument(printableOf(ordinaryLines, { invoice: { emitida: instant(0) } }))
    assert.deepStrictEqual([0, 1, 2, 5].map(sumOf), ["0,00", "180,00", "292,50", "826,80"])
  })

  it("add up lines beyond safe integers to the cent, as far as each page", () => {
    const lines = [999.01, -999].flatMap((price) => Array.from({ length: 100 }, (_, rate) => ({ text: "", count: 1e9 - 1, price, rate })))
    const { sumOf } = wordDocument(printableOf(lines))
    assert.deepStrictEqual([91, 100, 200].map(sumOf), ["90.909.909.909.090,09", "99.900.999.900.099,00", "999.999.999,00"])
  })
})
