import { createHash } from "node:crypto"
import type { RegistryRecord } from "../../../core/registry/RegistryRecord.ts"
import { fieldsOf, itemsOf } from "../requests/Fields.ts"
import type { Books } from "./Books.ts"
import { moment, spanishDate, stampIn } from "./civil.ts"
import { anything, difference } from "./difference.ts"
import type { Document } from "./Document.ts"
import { type Facts, written } from "./Expected.ts"
import { asRectified } from "./standing.ts"

const money = (cents: number): string => (cents / 100).toFixed(2)

/** SHA-256 in upper-case hexadecimal, as the tax authority writes it. */
const fingerprint = (text: string): string =>
  createHash("sha256").update(text, "utf8").digest("hex").toUpperCase()

/** The possible values of TipoFactura; a rectification's cause may have been chosen. */
const typeOf = ({ ofSimplified, party, tickets, tipo }: Document): ReadonlyArray<string> => {
  if (tipo === "rectificative") return ofSimplified ? ["R5"] : ["R1", "R4"]
  if (tickets.length > 0) return ["F3"]
  return party === null ? ["F2"] : ["F1"]
}

/** The text that is hashed, built from the document (AEAT, "generación de la huella" 0.1.2). */
const text = (books: Books, document: Document, record: RegistryRecord, stamp: string): string => {
  const { nif } = books.company
  const [numserie, fecha] = [`${document.serie}-${document.numero}`, spanishDate(document.fecha_emision)]
  const link = `&Huella=${books.chain.at(-1)?.huella ?? ""}&FechaHoraHusoGenRegistro=${stamp}`
  if (record.tipo === "anulacion") {
    return `IDEmisorFacturaAnulada=${nif}&NumSerieFacturaAnulada=${numserie}&FechaExpedicionFacturaAnulada=${fecha}${link}`
  }
  const { base_imponible, cuota_iva, cuota_recargo, divisa } = document
  // The conversion of other currencies has its own tests.
  const isEuro = divisa === "EUR"
  const cuota = isEuro ? money(cuota_iva + cuota_recargo) : String(record.campos["CuotaTotal"])
  const importe = isEuro ? money(base_imponible + cuota_iva + cuota_recargo) : String(record.campos["ImporteTotal"])
  return `IDEmisorFactura=${nif}&NumSerieFactura=${numserie}&FechaExpedicionFactura=${fecha}` +
    `&TipoFactura=${String(record.campos["TipoFactura"])}&CuotaTotal=${cuota}&ImporteTotal=${importe}${link}`
}

const sumOf = (details: ReadonlyArray<Readonly<Record<string, unknown>>>, name: string): number =>
  details.reduce((sum, detail) => sum + Math.round(Number(detail[name] ?? 0) * 100), 0)

/** Checks that the breakdown adds up to the document's amounts. */
const breakdownFault = (document: Document, { campos, tipo }: RegistryRecord): string | undefined => {
  if (tipo === "anulacion" || document.divisa !== "EUR") return undefined
  const details = itemsOf(fieldsOf(campos["Desglose"])["DetalleDesglose"])
  const { base_imponible, cuota_iva, cuota_recargo } = document
  return difference([base_imponible, cuota_iva, cuota_recargo], [
    sumOf(details, "BaseImponibleOimporteNoSujeto"),
    sumOf(details, "CuotaRepercutida"),
    sumOf(details, "CuotaRecargoEquivalencia"),
  ])
}

/** Checks that a substitution states the amounts of its original, as rectified by differences. */
const replacedFault = (books: Books, { metodo, original }: Document, { campos, tipo }: RegistryRecord): string | undefined => {
  if (tipo === "anulacion" || metodo !== "sustitucion" || original === null) return undefined
  const replaced = asRectified(books, original, "sustitucion")
  if (replaced.some(({ divisa }) => divisa !== "EUR")) return undefined
  const sum = (part: "base_imponible" | "cuota_iva" | "cuota_recargo") => replaced.reduce((all, one) => all + one[part], 0)
  const stated = fieldsOf(campos["ImporteRectificacion"])
  return difference([sum("base_imponible"), sum("cuota_iva"), sum("cuota_recargo")], [
    sumOf([stated], "BaseRectificada"),
    sumOf([stated], "CuotaRectificada"),
    sumOf([stated], "CuotaRecargoRectificado"),
  ])
}

/** Checks that the record is the next link of the chain and states what the document says. */
export const recordFault = (books: Books, document: Document, record: RegistryRecord, now: number): string | undefined => {
  const last = books.chain.at(-1)
  const stamp = stampIn(books.company.region, now)
  const cadena = text(books, document, record, stamp)
  const link = last === undefined
    ? { PrimerRegistro: "S" }
    : {
      RegistroAnterior: {
        IDEmisorFactura: anything, NumSerieFactura: anything, FechaExpedicionFactura: anything, Huella: last.huella,
      },
    }
  const expected = {
    factura_id: document.id,
    orden: books.chain.length + 1,
    huella_anterior: last?.huella ?? null,
    generado: now,
    cadena,
    huella: fingerprint(cadena),
    link,
  }
  const { campos, factura_id, generado, huella, huella_anterior, orden } = record
  const found = { factura_id, orden, huella_anterior, generado, cadena: record.cadena, huella, link: campos["Encadenamiento"] }
  if (last !== undefined && generado < last.generado) return "a record is dated before the one that it follows"
  const type = String(campos["TipoFactura"])
  if (record.tipo === "alta" && !typeOf(document).includes(type)) {
    return `TipoFactura ${type} of ${typeOf(document).join(" or ")}`
  }
  return difference(expected, found) ?? breakdownFault(document, record) ?? replacedFault(books, document, record)
}

/** Checks the record that was written with the document, and adds it to the chain. */
export const appended = (
  books: Books,
  document: Document,
  tipo: RegistryRecord["tipo"],
  facts: Facts,
): Document["record"] => {
  const [record, ...others] = written(facts, "registryRecord")
  if (record === undefined || others.length > 0 || record.tipo !== tipo) {
    books.faults.push(`not one record (${tipo}) of ${document.serie}-${document.numero}`)
    return null
  }
  const fault = recordFault(books, document, record, facts.now)
  if (fault !== undefined) books.faults.push(`record ${record.orden}${fault}`)
  const { factura_id, generado, huella, id } = record
  books.chain.push({ id, factura_id, huella, generado })
  return { huella, at: moment(generado) }
}
