import { isSameRow } from "../fields/patching.ts"
import type { Webhook } from "./Webhook.ts"

/** Changes of `sucesos` that are kept. An event waits for its fan-out less than a second, unless no worker runs. */
const formerMax = 20

/**
 * The place where a webhook was last switched off. Versions that note none may serve the same database: where one of
 * them switched it off, that was with its last change at the latest.
 */
export const offPlace = ({ activo, modifiedSequence, offSequence, onSequence }: Webhook): number =>
  activo || offSequence > onSequence ? offSequence : modifiedSequence

/** What a webhook asked for when the event in this place happened. */
export const sucesosAt = ({ formerSucesos, sucesos }: Webhook, place: number): ReadonlyArray<string> =>
  formerSucesos.find(({ until }) => place < until)?.sucesos ?? sucesos

/** The webhook after a change in this place, which is noted where it asks for other events, or is switched on or off. */
export const changedAt = (place: number, before: Webhook, after: Webhook): Webhook => ({
  ...after,
  modifiedSequence: place,
  onSequence: after.activo && !before.activo ? place : before.onSequence,
  offSequence: before.activo && !after.activo ? place : offPlace(before),
  formerSucesos: isSameRow({ sucesos: before.sucesos }, { sucesos: after.sucesos })
    ? before.formerSucesos
    : [...before.formerSucesos, { sucesos: before.sucesos, until: place }].slice(-formerMax),
})
