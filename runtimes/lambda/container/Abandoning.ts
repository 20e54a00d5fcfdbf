import { Context, Effect } from "effect"

/**
 * What is done when an event leaves something under way that its time did not suffice for: a container that stands still
 * must hold no lock, nor go on with it when it wakes, which may be hours later.
 */
export class Abandoning extends Context.Reference<Abandoning>()("talonario/Abandoning", {
  defaultValue: (): Effect.Effect<void> => Effect.void,
}) {}
