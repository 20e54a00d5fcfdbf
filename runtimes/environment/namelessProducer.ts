import { Effect } from "effect"
import type { ServiceSettings } from "./serviceSettings.ts"

/** The producer answers for the software by its declaración responsable (Orden HAC/1177/2024 art. 15): it should be named. */
export const warnOfNamelessProducer = (
  { producer, producerGiven, producerNif }: Pick<ServiceSettings, "producer" | "producerGiven" | "producerNif">,
): Effect.Effect<void> =>
  producerGiven
    ? Effect.void
    : Effect.logWarning(
      `live records will name ${producer}, NIF ${producerNif}, as producer of this software; `
        + "set TALONARIO_PRODUCER and TALONARIO_PRODUCER_NIF",
    )
