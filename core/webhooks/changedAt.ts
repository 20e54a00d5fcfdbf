import type { Webhook } from "./Webhook.ts"

/** The subscription after a change in this place, which is noted also as the one where it was switched on or off, if it was. */
export const changedAt = (place: number, before: Webhook, after: Webhook): Webhook => {
  const changed = { ...after, modifiedSequence: place }
  if (before.activo === after.activo) return changed
  return after.activo ? { ...changed, onSequence: place } : { ...changed, offSequence: place }
}
