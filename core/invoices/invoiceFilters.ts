import type { Schema } from "effect"
import type { CivilDate } from "../calendar/civilDate.ts"
import type { CivilZone } from "../calendar/civilZone.ts"
import { betweenDays } from "../pagination/dayFilters.ts"
import { amountFilter, choiceFilter, dateFilter, numberFilter, searchFilter, textFilter } from "../pagination/filterKinds.ts"
import { between, equalTo, labelled, matching } from "../pagination/listFilters.ts"
import type { Condition } from "../ports/listConditions.ts"
import { DocumentKind, InvoiceKind, type ListedInvoice } from "./Invoice.ts"
import { InvoiceStatus } from "./status.ts"

/** The filters of the list of documents (decisions, section 2); bounds are included. */
export const invoiceFilters = {
  estado: choiceFilter(InvoiceStatus, "En ese estado a día de hoy."),
  contacto_id: textFilter("De ese cliente, por su id."),
  serie: textFilter("De esa serie exacta."),
  numero: numberFilter("Con ese número, en cualquier serie."),
  referencia: textFilter("Serie y número unidos por un guion: A-12."),
  tipo: choiceFilter(InvoiceKind, "Solo facturas, o solo rectificativas."),
  tipo_documento: choiceFilter(DocumentKind, "Solo facturas, presupuestos, albaranes o proformas."),
  emision_desde: dateFilter("Con fecha de emisión de ese día o posterior."),
  emision_hasta: dateFilter("Con fecha de emisión de ese día o anterior."),
  vencimiento_desde: dateFilter("Con vencimiento ese día o después."),
  vencimiento_hasta: dateFilter("Con vencimiento ese día o antes."),
  etiqueta: textFilter("Con esa etiqueta exacta entre las suyas."),
  total_min: amountFilter("De ese total o mayor, en la divisa del documento."),
  total_max: amountFilter("De ese total o menor, en la divisa del documento."),
  buscar: searchFilter("referencia, nombre o NIF del cliente (de un borrador, los que tenía en su último cambio)"),
}
export type InvoiceFilters = Schema.Struct.Type<typeof invoiceFilters>

type InvoiceCondition = Condition<keyof ListedInvoice>

/** The filters as conditions on stored documents. `estado` is as of `today`; a date-time stands for its day in the zone. */
export const invoiceConditions = (
  filters: InvoiceFilters,
  today: CivilDate,
  zone: CivilZone,
): ReadonlyArray<InvoiceCondition> => [
  ...(filters.estado === undefined ? [] : [{ kind: "status", estado: filters.estado, today } as const]),
  ...equalTo("contacto_id", filters.contacto_id),
  ...equalTo("serie", filters.serie),
  ...equalTo("numero", filters.numero),
  ...referenceConditions(filters.referencia),
  ...equalTo("tipo", filters.tipo),
  ...equalTo("tipo_documento", filters.tipo_documento),
  ...betweenDays("fecha_emision", filters.emision_desde, filters.emision_hasta, zone),
  ...betweenDays("fecha_vencimiento", filters.vencimiento_desde, filters.vencimiento_hasta, zone),
  ...labelled(filters.etiqueta),
  ...between("total", filters.total_min, filters.total_max),
  ...matching(filters.buscar),
]

/** A series, a hyphen and a number. A series may hold hyphens too, so the last one counts. */
const referenceForm = /^(.+)-([1-9]\d{0,14})$/s

const referenceConditions = (referencia: string | undefined): ReadonlyArray<InvoiceCondition> => {
  if (referencia === undefined) return []
  const [, serie, numero] = referenceForm.exec(referencia) ?? []
  return serie === undefined || numero === undefined
    ? [{ kind: "nothing" }]
    : [...equalTo("serie", serie), ...equalTo("numero", Number(numero))]
}
