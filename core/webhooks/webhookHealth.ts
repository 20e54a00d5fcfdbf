/** How the deliveries of a webhook fare (contract, sections 2.7 and 3.4). */
export interface WebhookHealth {
  readonly activo: boolean
  /** Failed attempts since the last success or re-activation, over all its deliveries. */
  readonly fallos_seguidos: number
}

/** So many failures in a row switch a webhook off (contract, section 8). */
const maxConsecutiveFailures = 15

/**
 * The webhook after one of its attempts has ended; the same value when nothing changes, as when it is
 * already off. `deactivated` is true for the one attempt that switches it off: what waits is then to be
 * abandoned and the activity log told (contract, section 3.4).
 */
export const countAttempt = <S extends WebhookHealth>(
  subscription: S,
  succeeded: boolean,
): { readonly subscription: S; readonly deactivated: boolean } => {
  const { activo, fallos_seguidos } = subscription
  if (!activo || (succeeded && fallos_seguidos === 0)) return { subscription, deactivated: false }
  const failures = succeeded ? 0 : fallos_seguidos + 1
  const deactivated = failures >= maxConsecutiveFailures
  return { subscription: { ...subscription, activo: !deactivated, fallos_seguidos: failures }, deactivated }
}

/** `reactivar`: on, and counting from 0, also when it was on before (decisions, section 2, "Webhooks"). */
export const reactivate = <S extends WebhookHealth>(subscription: S): S => ({
  ...subscription,
  activo: true,
  fallos_seguidos: 0,
})
