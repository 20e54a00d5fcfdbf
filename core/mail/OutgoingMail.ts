import type { Instant } from "../calendar/instant.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"

/** An invoice on its way to somebody's mailbox, queued by the commit that asked for it (decisions, `enviar`). */
export interface OutgoingMail {
  readonly organizationId: OrganizationId
  readonly id: string
  readonly factura_id: string
  /** Whom the next attempt is for, or the last was: the others stand below. */
  readonly para: ReadonlyArray<string>
  /** Who has it. */
  readonly reached: ReadonlyArray<string>
  /** Whom the server refused for good, when it did not refuse all. */
  readonly refused: ReadonlyArray<string>
  readonly asunto: string
  readonly mensaje: string
  readonly estado: "pending" | "sent" | "failed"
  readonly intentos: number
  /** When it is due; null unless pending. */
  readonly proximo_intento: Instant | null
  /** At most 500 characters. */
  readonly ultimo_error: string | null
  /** When it was sent or given up; null while it is pending. */
  readonly settled: Instant | null
  readonly creado: Instant
}
