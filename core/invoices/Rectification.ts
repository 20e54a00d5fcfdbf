import { Schema } from "effect"
import type { LineAmounts } from "../tax/totals.ts"
import type { InvoiceReference } from "./invoiceReference.ts"

/** By the differences, or by the corrected contents in full (RD 1619/2012 art. 15.5). */
export const RectificationMethod = Schema.Literal("diferencias", "sustitucion")
export type RectificationMethod = typeof RectificationMethod.Type

/**
 * Why in law, as TipoFactura says it (AEAT, list L2; Ley 37/1992 art. 80): R1 error of law, return, discount or
 * operation without effect (One, Two, Six); R2 insolvency proceedings (Three); R3 bad debt (Four); R4 the rest.
 */
export const RectificationCause = Schema.Literal("R1", "R2", "R3", "R4")
export type RectificationCause = typeof RectificationCause.Type

/** What a rectifying invoice corrects, and how. */
export interface Rectification {
  readonly original: InvoiceReference & { readonly simplificada: boolean }
  readonly metodo: RectificationMethod
  /** In the issuer's words. */
  readonly motivo: string
  /** Null when none was stated: it then follows from the figures. */
  readonly causa: RectificationCause | null
  /**
   * The original's amounts in EUR; a substitution replaces them as rectified by differences, which is told as of the draft
   * and taken anew at its issue.
   */
  readonly sustituido: LineAmounts
  /**
   * Whether a full invoice stood in the place of the ticket when the differences from it were issued: they are exchanged by
   * themselves, then (AEAT, developer answers 27). False for all else, and until the issue.
   */
  readonly afterExchange: boolean
}
