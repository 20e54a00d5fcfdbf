import { type CivilDate, civilDateOfUtcMillis } from "../calendar/civilDate.ts"
import type { Software } from "./software.ts"

/** Version of this library; equal to package.json's (a test compares them). */
export const version = "0.1.0"

/** The day of this version: that of its declaración responsable. */
export const released: CivilDate = civilDateOfUtcMillis(Date.UTC(2026, 10, 20))

/**
 * How this library names itself in records unless its embedder says otherwise. The producer answers for the
 * software by its declaración responsable, so whoever distributes a product of their own sets these.
 */
export const talonarioSoftware = (producer: Pick<Software, "producer" | "producerNif">): Software => ({
  ...producer,
  name: "Talonario",
  id: "TL",
  version,
})
