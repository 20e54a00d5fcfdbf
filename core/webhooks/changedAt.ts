import type { Webhook } from "./Webhook.ts"

/**
 * The place where a subscription was last switched off. Versions that note none may serve the same database: where one of
 * them switched it off, that was with its last change at the latest.
 */
export const offPlace = ({ activo, modifiedSequence, offSequence, onSequence }: Webhook): number =>
  activo || offSequence > onSequence ? offSequence : modifiedSequence

/** The subscription after a change in this place, which is noted also as the one where it was switched on or off, if it was. */
export const changedAt = (place: number, before: Webhook, after: Webhook): Webhook => {
  const changed = { ...after, modifiedSequence: place, offSequence: offPlace(before) }
  if (before.activo === after.activo) return changed
  return after.activo ? { ...changed, onSequence: place } : { ...changed, offSequence: place }
}
