import { type Instant, instant } from "../calendar/instant.ts"
import { retryWaitsMillis } from "../retries/retryWaits.ts"
import { storableError } from "../retries/storableError.ts"
import type { Delivery } from "./Delivery.ts"

/** How one attempt ended: with an answer's status, or without an answer for a reason in Spanish. */
export type AttemptOutcome =
  | { readonly _tag: "Answered"; readonly intento: number; readonly codigo: number }
  | { readonly _tag: "NoAnswer"; readonly intento: number; readonly error: string }

/** Only a 2xx answer is a success (contract, section 6.4). */
export const succeeded = (outcome: AttemptOutcome): boolean =>
  outcome._tag === "Answered" && outcome.codigo >= 200 && outcome.codigo <= 299

/**
 * The delivery after an attempt has ended. 2xx: delivered, for good, even if it had been abandoned meanwhile.
 * Anything else: due again after the next wait, or abandoned after the seventh failure of its round. What was
 * delivered stays so, and the failure of an attempt counted before (two workers may end the same one) changes
 * nothing: the answer is then the same value.
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
