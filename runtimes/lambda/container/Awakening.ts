import { Context, Effect } from "effect"

/**
 * What is done first for each event. Between two events Lambda may have frozen the container for minutes, with all its
 * connections and clocks.
 */
export class Awakening extends Context.Reference<Awakening>()("talonario/Awakening", {
  defaultValue: (): Effect.Effect<void> => Effect.void,
}) {}
