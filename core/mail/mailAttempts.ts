import { Either } from "effect"
import { instant } from "../calendar/instant.ts"
import { type Command, unchanged } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import { retryWaitsMillis } from "../retries/retryWaits.ts"
import { storableError } from "../retries/storableError.ts"
import type { OutgoingMail } from "./OutgoingMail.ts"
import { refusedRecipients } from "./refusedRecipients.ts"

/** How an attempt ended: `error` is null for a letter that left. */
export interface MailOutcome {
  readonly error: string | null
  readonly transient: boolean
  /** Who is still to get it; all of them unless told. */
  readonly left?: ReadonlyArray<string>
  /** Who is refused for good, where others are not. */
  readonly refused?: ReadonlyArray<string>
}

/** Also the wait until a letter whose last attempt left no note is given up. */
const longestWaitMillis = Math.max(...retryWaitsMillis)

/**
 * Notes that the letter leaves now. Should the outcome of this attempt never be noted, the next one follows after the
 * same wait as after a failure (`retryWaitsMillis`), not at once. Undefined for a letter that another worker took
 * meanwhile, and for one whose last attempt left no note: that one is given up.
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
 * Notes what came of a letter that has left: sent, waiting for its next attempt, or failed for good. One that some have and
 * others were refused for good has failed. Of one that has left again meanwhile only the success is noted.
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
