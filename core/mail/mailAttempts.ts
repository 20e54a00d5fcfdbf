import { Either } from "effect"
import { instant } from "../calendar/instant.ts"
import { type Command, unchanged } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import { retryWaitsMillis } from "../retries/retryWaits.ts"
import { storableError } from "../retries/storableError.ts"
import type { OutgoingMail } from "./OutgoingMail.ts"
import { refusedRecipients } from "./refusedRecipients.ts"

/** How an attempt to send a letter ended. */
export interface MailOutcome {
  /** Null if the server took the letter for all of its addresses. */
  readonly error: string | null
  /** Whether it is worth trying again. */
  readonly transient: boolean
  /** The addresses that still need the letter; by default all. */
  readonly left?: ReadonlyArray<string>
  /** The addresses that were refused for good while others were not; by default none. */
  readonly refused?: ReadonlyArray<string>
}

/** The last wait. So long, too, after the last attempt is a letter given up if nobody stored how that ended. */
const longestWaitMillis = Math.max(...retryWaitsMillis)

/**
 * Stores that an attempt begins. If its outcome is never stored, because the worker dies, the next attempt follows after the
 * same wait as after a failure (`retryWaitsMillis`). Answers undefined if another worker has taken the letter meanwhile, and if
 * it has had all its attempts without an outcome of the last one: it is then given up.
 */
export const departMail = ({ id, intentos, organizationId }: OutgoingMail): Command<OutgoingMail | undefined> => ({
  organizationId,
  reads: () => [key("outgoingMail", organizationId, id)],
  decide: (view, { clock }) => {
    const mail = view.get("outgoingMail", organizationId, id)
    const isOurs = mail?.estado === "pending" && mail.intentos === intentos
    if (!isOurs) return Either.right(unchanged(undefined))
    if (intentos > retryWaitsMillis.length) {
      const ultimo_error = mail.ultimo_error ?? "no se sabe si salió"
      const row: OutgoingMail = { ...mail, estado: "failed", proximo_intento: null, ultimo_error, settled: clock }
      return Either.right({ result: undefined, rows: [{ table: "outgoingMail", row }], events: [] })
    }
    const proximo_intento = instant(clock + (retryWaitsMillis[intentos] ?? longestWaitMillis))
    const row: OutgoingMail = { ...mail, intentos: intentos + 1, proximo_intento }
    return Either.right({ result: row, rows: [{ table: "outgoingMail", row }], events: [] })
  },
})

/**
 * Stores the outcome of an attempt: the letter was sent, waits for its next attempt, or has failed for good. It has also failed
 * if some addresses have it and others were refused for good. If another attempt has begun meanwhile, only a success is stored.
 */
export const noteMail = (departed: OutgoingMail, outcome: MailOutcome): Command<OutgoingMail | undefined> => {
  const { id, organizationId, para } = departed
  const { error, transient } = outcome
  return {
    organizationId,
    reads: () => [key("outgoingMail", organizationId, id)],
    decide: (view, supply) => {
      const mail = view.get("outgoingMail", organizationId, id)
      const isStale = mail === undefined || mail.estado === "sent" || (error !== null && mail.intentos !== departed.intentos)
      if (isStale) return Either.right(unchanged(mail))
      const left = error === null ? [] : outcome.left ?? para
      const refused = [...without(mail.refused, para), ...outcome.refused ?? []]
      const reached = [...without(mail.reached, para), ...without(without(para, left), refused)]
      const wait = transient && left.length > 0 ? retryWaitsMillis[mail.intentos - 1] : undefined
      const isLast = left.length === 0 && refused.length > 0
      const told = isLast ? refusedRecipients(refused.length, refused.length + reached.length) : error
      const row: OutgoingMail = {
        ...mail,
        para: wait === undefined ? mail.para : left,
        reached,
        refused,
        estado: wait !== undefined ? "pending" : told === null ? "sent" : "failed",
        proximo_intento: wait === undefined ? null : instant(supply.clock + wait),
        ultimo_error: told === null ? null : storableError(told),
        settled: wait === undefined ? supply.clock : null,
      }
      return Either.right({ result: row, rows: [{ table: "outgoingMail", row }], events: [] })
    },
  }
}

const without = (all: ReadonlyArray<string>, some: ReadonlyArray<string>): ReadonlyArray<string> =>
  all.filter((one) => !some.includes(one))
