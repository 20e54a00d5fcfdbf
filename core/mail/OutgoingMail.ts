import type { Instant } from "../calendar/instant.ts"
import type { OrganizationId } from "../organizations/Organization.ts"

/** An invoice on its way to somebody's mailbox, queued by the commit that asked for it (decisions, `enviar`). */
export interface OutgoingMail {
  readonly organizationId: OrganizationId
  readonly id: string
  readonly factura_id: string
  /** Without those who have it already, where only some could be reached. */
  readonly para: ReadonlyArray<string>
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
