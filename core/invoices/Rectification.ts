import { Schema } from "effect"
import type { LineAmounts } from "../tax/totals.ts"
import type { InvoiceReference } from "./invoiceReference.ts"

/** Whether a rectification states only the differences, or the corrected contents in full (RD 1619/2012 art. 15.5). */
export const RectificationMethod = Schema.Literal("diferencias", "sustitucion")
export type RectificationMethod = typeof RectificationMethod.Type

/**
 * The legal ground of a rectification, as TipoFactura of its record states it (AEAT, list L2; the numbers are sections of Ley
 * 37/1992 art. 80). R1: error of law, return, discount or operation without effect (One, Two, Six); R2: the customer's
 * insolvency proceedings (Three); R3: bad debt (Four); R4: anything else.
 */
export const RectificationCause = Schema.Literal("R1", "R2", "R3", "R4")
export type RectificationCause = typeof RectificationCause.Type

/** What a rectifying invoice corrects, and how. */
export interface Rectification {
  readonly original: InvoiceReference & { readonly simplificada: boolean }
  readonly metodo: RectificationMethod
  /** In the issuer's words. */
  readonly motivo: string
  /** Null if none was stated: it then follows from the figures (registry/recordKind.ts). */
  readonly causa: RectificationCause | null
  /**
   * The original's amounts in EUR, as its record stated them. For a substitution they include its rectifications by
   * differences; they are computed for the draft, and once more at its issue.
   */
  readonly sustituido: LineAmounts
  /**
   * Whether, when this rectification by differences was issued, its original was a ticket that had been exchanged for a full
   * invoice. Such differences are exchanged on their own (AEAT, developer answers 27). False otherwise, and until the issue.
   */
  readonly afterExchange: boolean
}
