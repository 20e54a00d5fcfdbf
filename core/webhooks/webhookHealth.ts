/** Whether a webhook is on, and how its deliveries fare (contract, sections 2.7 and 3.4). */
export interface WebhookHealth {
  readonly activo: boolean
  /** Failed attempts since the last success or re-activation, over all its deliveries. */
  readonly fallos_seguidos: number
}

/** The number of failures in a row that switches a webhook off (contract, section 8). */
const maxConsecutiveFailures = 15

/**
 * The webhook after one of its attempts has ended; the same value when nothing changes, such as when it is off already.
 * `deactivated` is true for the one attempt that switches it off: its waiting deliveries are then abandoned, and the
 * activity log gets an entry (contract, section 3.4).
 */
export const countAttempt = <W extends WebhookHealth>(
  webhook: W,
  succeeded: boolean,
): { readonly webhook: W; readonly deactivated: boolean } => {
  const { activo, fallos_seguidos } = webhook
  if (!activo || (succeeded && fallos_seguidos === 0)) return { webhook, deactivated: false }
  const failures = succeeded ? 0 : fallos_seguidos + 1
  const deactivated = failures >= maxConsecutiveFailures
  return { webhook: { ...webhook, activo: !deactivated, fallos_seguidos: failures }, deactivated }
}

/** `reactivar`: switches on and counts from 0, even when it was on before (decisions, section 2, "Webhooks"). */
export const reactivate = <W extends WebhookHealth>(webhook: W): W => ({
  ...webhook,
  activo: true,
  fallos_seguidos: 0,
})
