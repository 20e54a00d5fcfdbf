import type { CivilDate } from "../calendar/civilDate.ts"
import type { CivilZone } from "../calendar/civilZone.ts"
import type { Cents } from "../money/cents.ts"
import { betweenDays } from "../pagination/dayFilters.ts"
import { between, equalTo, labelled, matching } from "../pagination/listFilters.ts"
import type { Condition } from "../ports/listConditions.ts"
import type { DocumentKind, InvoiceKind, ListedInvoice } from "./Invoice.ts"
import type { InvoiceStatus } from "./status.ts"

/** The filters of the list of documents (decisions, section 2); bounds are included, days are dates or date-times. */
export interface InvoiceFilters {
  readonly estado?: InvoiceStatus | undefined
  readonly contacto_id?: string | undefined
  readonly serie?: string | undefined
  readonly numero?: number | undefined
  readonly referencia?: string | undefined
  readonly tipo?: InvoiceKind | undefined
  readonly tipo_documento?: DocumentKind | undefined
  readonly emision_desde?: string | undefined
  readonly emision_hasta?: string | undefined
  readonly vencimiento_desde?: string | undefined
  readonly vencimiento_hasta?: string | undefined
  readonly etiqueta?: string | undefined
  readonly total_min?: Cents | undefined
  readonly total_max?: Cents | undefined
  readonly buscar?: string | undefined
}

type InvoiceCondition = Condition<keyof ListedInvoice>

/** The filters as conditions on stored documents; the status is that of the given civil day, days are the zone's. */
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

/** Series and number, as the last hyphen joins them. */
const referenceForm = /^(.+)-([1-9]\d{0,14})$/s

const referenceConditions = (referencia: string | undefined): ReadonlyArray<InvoiceCondition> => {
  if (referencia === undefined) return []
  const [, serie, numero] = referenceForm.exec(referencia) ?? []
  return serie === undefined || numero === undefined
    ? [{ kind: "nothing" }]
    : [...equalTo("serie", serie), ...equalTo("numero", Number(numero))]
}
