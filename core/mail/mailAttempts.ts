import { Either } from "effect"
import { activityEntry } from "../activity/ActivityEntry.ts"
import { type Instant, instant } from "../calendar/instant.ts"
import { type Command, type Decision, type Supply, unchanged } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { Lifecycle } from "../invoices/Invoice.ts"
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

/** The last of the waits. After the last attempt, it is also how long a letter whose outcome was not stored is kept pending. */
const longestWaitMillis = Math.max(...retryWaitsMillis)

/**
 * Stores that an attempt begins. If its outcome is never stored, because the worker dies, the next attempt follows after the
 * same wait as after a failure (`retryWaitsMillis`). Answers undefined if another worker has taken the letter meanwhile, if
 * the document is not in the state any more in which it was printed (it was annulled), and if the letter has had all its attempts
 * without an outcome of the last one: it is then given up.
 */
export const departMail = (
  { factura_id, id, intentos, organizationId }: OutgoingMail,
  printedAs?: Lifecycle,
): Command<OutgoingMail | undefined> => ({
  organizationId,
  reads: () => [
    key("outgoingMail", organizationId, id),
    ...(printedAs === undefined ? [] : [key("invoice", organizationId, factura_id)]),
  ],
  decide: (view, supply) => {
    const { clock } = supply
    const mail = view.get("outgoingMail", organizationId, id)
    const isAsRead = mail?.estado === "pending" && mail.intentos === intentos
      && (printedAs === undefined || view.get("invoice", organizationId, factura_id)?.lifecycle === printedAs)
    if (!isAsRead) return Either.right(unchanged(undefined))
    if (intentos > retryWaitsMillis.length) {
      const ultimo_error = mail.ultimo_error ?? "no se sabe si salió"
      const row: OutgoingMail = { ...mail, estado: "failed", proximo_intento: null, ultimo_error, settled: clock }
      return Either.right({ ...failed(row, "No se sabe si el correo con el documento llegó", supply), result: undefined })
    }
    const proximo_intento = instant(clock + (retryWaitsMillis[intentos] ?? longestWaitMillis))
    const row: OutgoingMail = { ...mail, intentos: intentos + 1, proximo_intento }
    return Either.right({ result: row, rows: [{ table: "outgoingMail", row }], events: [] })
  },
})

/** A letter that failed for good, and the entry of the activity log by which its company learns of it. */
const failed = (row: OutgoingMail, what: string, supply: Supply): Decision<OutgoingMail> => {
  const missed = new Set(without([...row.para, ...row.refused], row.reached))
  const mensaje = `${what} a ${[...missed].join(", ")}. Si no hay erratas, se puede enviar otra vez.`
  const { factura_id, organizationId } = row
  const entry = activityEntry(supply, { organizationId, tipo: "mail_failed", mensaje, recurso: "factura", recurso_id: factura_id })
  return { result: row, rows: [{ table: "outgoingMail", row }, entry], events: [] }
}

/**
 * Stores the outcome of an attempt: the letter was sent, waits for its next attempt, or has failed for good. It has also failed
 * if some addresses have it and others were refused for good. If another attempt has begun meanwhile, only a success is stored.
 */
export const noteMail = (departed: OutgoingMail, outcome: MailOutcome): Command<OutgoingMail | undefined> => {
  const { id, intentos, organizationId, para } = departed
  return {
    organizationId,
    reads: () => [key("outgoingMail", organizationId, id)],
    decide: (view, supply) => {
      const mail = view.get("outgoingMail", organizationId, id)
      const isStale = mail === undefined || mail.estado === "sent" || (outcome.error !== null && mail.intentos !== intentos)
      if (isStale) return Either.right(unchanged(mail))
      const row = afterAttempt(mail, para, outcome, supply.clock)
      if (row.estado === "failed" && mail.estado !== "failed") {
        return Either.right(failed(row, "El correo con el documento no llegó", supply))
      }
      return Either.right({ result: row, rows: [{ table: "outgoingMail", row }], events: [] })
    },
  }
}

/** The letter after an attempt for these addresses. The outcome replaces what earlier attempts found out about them. */
const afterAttempt = (
  mail: OutgoingMail,
  addresses: ReadonlyArray<string>,
  outcome: MailOutcome,
  clock: Instant,
): OutgoingMail => {
  const left = outcome.error === null ? [] : outcome.left ?? addresses
  const refused = [...without(mail.refused, addresses), ...outcome.refused ?? []]
  const reached = [...without(mail.reached, addresses), ...without(without(addresses, left), refused)]
  const isForRefusedOnly = left.length === 0 && refused.length > 0
  const error = isForRefusedOnly ? refusedRecipients(refused.length, refused.length + reached.length) : outcome.error
  const ultimo_error = error === null ? null : storableError(error)
  const wait = outcome.transient && left.length > 0 ? retryWaitsMillis[mail.intentos - 1] : undefined
  const after = { ...mail, reached, refused, ultimo_error }
  return wait === undefined
    ? { ...after, estado: error === null ? "sent" : "failed", proximo_intento: null, settled: clock }
    : { ...after, para: left, estado: "pending", proximo_intento: instant(clock + wait), settled: null }
}

const without = (all: ReadonlyArray<string>, some: ReadonlyArray<string>): ReadonlyArray<string> =>
  all.filter((one) => !some.includes(one))
