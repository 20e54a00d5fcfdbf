import { type Instant, instant } from "../calendar/instant.ts"
import { retryWaitsMillis } from "../retries/retryWaits.ts"
import { storableError } from "../retries/storableError.ts"
import type { Delivery } from "./Delivery.ts"

/**
 * How an attempt ended: answered with an HTTP status (`codigo`), or without an answer, for a reason in Spanish (`error`).
 * `intento` is the number of the attempt.
 */
export type AttemptOutcome =
  | { readonly _tag: "Answered"; readonly intento: number; readonly codigo: number }
  | { readonly _tag: "NoAnswer"; readonly intento: number; readonly error: string }

/** Whether an attempt succeeded: only a 2xx answer counts (contract, section 6.4). */
export const succeeded = (outcome: AttemptOutcome): boolean =>
  outcome._tag === "Answered" && outcome.codigo >= 200 && outcome.codigo <= 299

/**
 * The delivery after an attempt (contract, sections 3.3 and 6.4). A success delivers it for good, even where it was abandoned
 * meanwhile. After a failure it is due again when the next wait is over, or abandoned if that was the seventh of its round.
 * Where nothing changes, the very same value is returned: for what is delivered already, and for the failure of an attempt
 * that was counted before, as two workers may make the same attempt.
 */
export const afterAttempt = <D extends Delivery>(delivery: D, outcome: AttemptOutcome, now: Instant): D => {
  if (delivery.estado === "delivered") return delivery
  const counted = outcome.intento <= delivery.intentos
  const ended = {
    ...delivery,
    intentos: counted ? delivery.intentos : outcome.intento,
    ultimo_codigo: outcome._tag === "Answered" ? outcome.codigo : null,
  }
  if (succeeded(outcome)) {
    return { ...ended, estado: "delivered", proximo_intento: null, ultimo_error: null, settled: now }
  }
  if (counted) return delivery
  const failed = { ...ended, ultimo_error: errorOf(outcome) }
  if (delivery.estado === "abandoned") return failed
  const wait = retryWaitsMillis[failed.intentos - delivery.roundStart - 1]
  return wait === undefined
    ? { ...failed, estado: "abandoned", proximo_intento: null, settled: now }
    : { ...failed, proximo_intento: instant(now + wait) }
}

const errorOf = (outcome: AttemptOutcome): string => {
  if (outcome._tag === "NoAnswer") return storableError(outcome.error)
  const redirects = outcome.codigo >= 300 && outcome.codigo <= 399 ? "; las redirecciones no se siguen" : ""
  return `respondió con el código ${outcome.codigo}${redirects}`
}
