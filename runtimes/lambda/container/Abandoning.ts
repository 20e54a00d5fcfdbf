import { Context, Effect } from "effect"

/**
 * What is done when an event's time is up and a commit is still under way. Lambda freezes the container then: it must
 * neither hold a lock meanwhile, nor go on with the commit when it wakes, which may be hours later.
 */
export class Abandoning extends Context.Reference<Abandoning>()("talonario/Abandoning", {
  defaultValue: (): Effect.Effect<void> => Effect.void,
}) {}
