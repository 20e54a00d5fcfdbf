import type { KeyMode } from "../access/keyText.ts"
import type { Software } from "./software.ts"

/** Under which key, by which software and for which service of the tax authority records are made. */
export interface RecordingTerms {
  /** Only live keys write registry records (contract, section 5 rule 11). */
  readonly modo: KeyMode
  readonly software: Software
  /** The tax authority's service that the printed QR names. */
  readonly qrHost: "production" | "test"
  /** Does what `huellaOf` does, where the platform is quicker at it. */
  readonly hash?: ((text: string) => string) | undefined
}
