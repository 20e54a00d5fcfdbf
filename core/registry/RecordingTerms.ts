import type { KeyMode } from "../access/keyText.ts"
import type { Software } from "./software.ts"

/** How records are made: under which kind of key, by which software and for which service of the tax authority. */
export interface RecordingTerms {
  /** Only live keys write registry records (contract, section 5 rule 11). */
  readonly modo: KeyMode
  readonly software: Software
  /** The tax authority's service that the printed QR names. */
  readonly qrHost: "production" | "test"
  /** The platform's own `huellaOf`, where it has a faster one. */
  readonly hash?: ((text: string) => string) | undefined
}
