import { Either } from "effect"
import { instant } from "../calendar/instant.ts"
import type { Command } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import { retryWaitsMillis } from "../retries/retryWaits.ts"
import { storableError } from "../retries/storableError.ts"
import type { OutgoingMail } from "./OutgoingMail.ts"

/** How long one sender has for a letter before another may take it up. */
export const leaseMillis = 5 * 60_000

/**
 * Takes a due letter up, for `leaseMillis`: undefined when another sender was first, or it is no longer waiting.
 * Claims of one company are decided one after another, so a letter has one sender at a time.
 */
export const claimMail = ({ id, organizationId }: OutgoingMail): Command<OutgoingMail | undefined> => ({
  organizationId,
  reads: () => [key("outgoingMail", organizationId, id)],
  decide: (view, supply) => {
    const mail = view.get("outgoingMail", organizationId, id)
    const due = mail !== undefined && mail.proximo_intento !== null && mail.proximo_intento <= supply.clock
    if (!due) return Either.right({ result: undefined, rows: [], events: [] })
    const row: OutgoingMail = {
      ...mail,
      intentos: mail.intentos + 1,
      proximo_intento: instant(supply.clock + leaseMillis),
    }
    return Either.right({ result: row, rows: [{ table: "outgoingMail", row }], events: [] })
  },
})

/** How an attempt ended: `error` is null for a letter that left. */
export interface MailOutcome {
  readonly error: string | null
  readonly transient: boolean
}

/**
 * Notes how the attempt of a claim ended: sent, waiting for the next of the waits that webhooks have too, or failed
 * for good. An attempt that lost its lease meanwhile notes success only.
 */
export const noteMail = (claimed: OutgoingMail, { error, transient }: MailOutcome): Command<OutgoingMail | undefined> => {
  const { id, organizationId } = claimed
  return {
    organizationId,
    reads: () => [key("outgoingMail", organizationId, id)],
    decide: (view, supply) => {
      const mail = view.get("outgoingMail", organizationId, id)
      const stale = mail === undefined || mail.estado === "sent" || (error !== null && mail.intentos !== claimed.intentos)
      if (stale) return Either.right({ result: mail, rows: [], events: [] })
      const wait = transient ? retryWaitsMillis[mail.intentos - 1] : undefined
      const row: OutgoingMail = error === null
        ? { ...mail, estado: "sent", proximo_intento: null, ultimo_error: null }
        : {
          ...mail,
          estado: wait === undefined ? "failed" : "pending",
          proximo_intento: wait === undefined ? null : instant(supply.clock + wait),
          ultimo_error: storableError(error),
        }
      return Either.right({ result: row, rows: [{ table: "outgoingMail", row }], events: [] })
    },
  }
}
