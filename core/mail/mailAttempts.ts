import { Either } from "effect"
import { instant } from "../calendar/instant.ts"
import type { Command } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import { retryWaitsMillis } from "../retries/retryWaits.ts"
import { storableError } from "../retries/storableError.ts"
import type { OutgoingMail } from "./OutgoingMail.ts"

/** How an attempt ended: `error` is null for a letter that left. */
export interface MailOutcome {
  readonly error: string | null
  readonly transient: boolean
}

/**
 * Notes how an attempt to send the letter ended: sent, waiting for the next of the waits that webhooks have too, or failed
 * for good. Of one that another sender has attempted meanwhile only the success is noted.
 */
export const noteMail = (attempted: OutgoingMail, { error, transient }: MailOutcome): Command<OutgoingMail | undefined> => {
  const { id, organizationId } = attempted
  return {
    organizationId,
    reads: () => [key("outgoingMail", organizationId, id)],
    decide: (view, supply) => {
      const mail = view.get("outgoingMail", organizationId, id)
      const isStale = mail === undefined || mail.estado === "sent" || (error !== null && mail.intentos !== attempted.intentos)
      if (isStale) return Either.right({ result: mail, rows: [], events: [] })
      const intentos = mail.intentos + 1
      const wait = transient ? retryWaitsMillis[mail.intentos] : undefined
      const row: OutgoingMail = error === null
        ? { ...mail, intentos, estado: "sent", proximo_intento: null, ultimo_error: null, settled: supply.now }
        : {
          ...mail,
          intentos,
          estado: wait === undefined ? "failed" : "pending",
          proximo_intento: wait === undefined ? null : instant(supply.clock + wait),
          ultimo_error: storableError(error),
          settled: wait === undefined ? supply.now : null,
        }
      return Either.right({ result: row, rows: [{ table: "outgoingMail", row }], events: [] })
    },
  }
}
