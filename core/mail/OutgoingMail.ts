import type { Instant } from "../calendar/instant.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"

/** A letter with an invoice, queued by the commit of the request for it (decisions, `enviar`). */
export interface OutgoingMail {
  readonly organizationId: OrganizationId
  readonly id: string
  readonly factura_id: string
  /** The addresses of the next attempt or, when there is none, of the last one. The others are below. */
  readonly para: ReadonlyArray<string>
  /** Addresses that have the letter. */
  readonly reached: ReadonlyArray<string>
  /** Addresses that the server refused for good while it did not refuse all. */
  readonly refused: ReadonlyArray<string>
  readonly asunto: string
  readonly mensaje: string
  readonly estado: "pending" | "sent" | "failed"
  readonly intentos: number
  /** When it is due; null unless pending. */
  readonly proximo_intento: Instant | null
  /** At most 500 characters. */
  readonly ultimo_error: string | null
  /** When it was sent or given up; null while pending. */
  readonly settled: Instant | null
  readonly creado: Instant
}
