import { isSameRow } from "../fields/patching.ts"
import type { Webhook } from "./Webhook.ts"

/** How many changes of `sucesos` are kept. An event waits less than a second for its fan-out, unless no worker runs. */
const formerMax = 20

/**
 * The place at which a webhook was last switched off. Older versions, which may serve the same database, do not note it:
 * where one of them switched it off, that was at its last change at the latest.
 */
export const offPlace = ({ activo, modifiedSequence, offSequence, onSequence }: Webhook): number =>
  activo || offSequence > onSequence ? offSequence : modifiedSequence

/** The events that a webhook asked for when the event at this place happened. */
export const sucesosAt = ({ formerSucesos, sucesos }: Webhook, place: number): ReadonlyArray<string> =>
  formerSucesos.find(({ until }) => place < until)?.sucesos ?? sucesos

/** The webhook after a change at this place, which is noted if it asks for other events or is switched on or off. */
export const changedAt = (place: number, before: Webhook, after: Webhook): Webhook => ({
  ...after,
  modifiedSequence: place,
  onSequence: after.activo && !before.activo ? place : before.onSequence,
  offSequence: before.activo && !after.activo ? place : offPlace(before),
  formerSucesos: isSameRow({ sucesos: before.sucesos }, { sucesos: after.sucesos })
    ? before.formerSucesos
    : [...before.formerSucesos, { sucesos: before.sucesos, until: place }].slice(-formerMax),
})
