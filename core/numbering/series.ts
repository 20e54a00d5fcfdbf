import { Either } from "effect"
import type { DocumentKind, InvoiceKind } from "../invoices/Invoice.ts"

const form = /^[A-Za-z0-9/._-]{1,16}$/

/** The form for JSON Schema; it also takes the empty text, which names no series. */
export const seriesPattern = "^[A-Za-z0-9/._-]{0,16}$"

/** Why a text cannot name a series, in Spanish. Letters are ASCII: the tax authority takes no others. */
export const seriesProblem = (text: string): string | undefined =>
  form.test(text)
    ? undefined
    : "la serie debe tener de 1 a 16 letras (sin tildes ni ñ), cifras o los signos / - . _"

/** The series that a document takes when none is named (decisions, section 2). */
const defaultSeries = {
  invoice: "A",
  simplified: "S",
  rectificative: "R",
  quote: "P",
  delivery: "ALB",
  proforma: "PRO",
}

/** The default series by kind of document; an invoice without recipient is a simplified one. */
export const defaultSeriesOf = (document: {
  readonly tipo_documento: DocumentKind
  readonly tipo: InvoiceKind
  readonly hasRecipient: boolean
}): string => {
  if (document.tipo_documento !== "invoice") return defaultSeries[document.tipo_documento]
  if (document.tipo === "rectificative") return defaultSeries.rectificative
  return document.hasRecipient ? defaultSeries.invoice : defaultSeries.simplified
}

/**
 * The number that an issue takes: the next of the series. A draft may ask for a number: it must be that one, unless the series
 * has given none yet (`last` is 0) and may begin anywhere. Numbers are never reused or skipped (decisions, section 2).
 */
export const nextNumber = (
  series: { readonly last: number },
  requested: number | null,
): Either.Either<number, "numero_no_disponible"> => {
  const next = series.last + 1
  const number = requested ?? next
  const free = series.last === 0 ? number >= 1 : number === next
  return free && Number.isSafeInteger(number) ? Either.right(number) : Either.left("numero_no_disponible")
}
