import { type CivilDate, civilDateOfUtcMillis } from "../calendar/civilDate.ts"
import type { Software } from "./software.ts"

/** The version of this library, the same as in package.json (a test compares them). */
export const version = "0.1.0"

/** The day of this version, which its declaración responsable (the producer's statement of conformity) bears. */
export const released: CivilDate = civilDateOfUtcMillis(Date.UTC(2026, 10, 20))

/**
 * How this library describes itself in records, unless its embedder says otherwise. The producer answers for the software by
 * its declaración responsable, so whoever distributes a product of their own describes that instead.
 */
export const talonarioSoftware = (producer: Pick<Software, "producer" | "producerNif">): Software => ({
  ...producer,
  name: "Talonario",
  id: "TL",
  version,
})
