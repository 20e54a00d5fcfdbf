/** A text that occurs once in a source file, and its replacement. */
export interface Edit {
  readonly file: string
  readonly search: string
  readonly replace: string
}

/** A bug that is planted on purpose, to see whether it is found. */
export interface PlantedFault {
  readonly name: string
  /** What goes wrong because of it. */
  readonly means: string
  readonly edits: ReadonlyArray<Edit>
  /** It has to be found within this many steps from seed 1. */
  readonly within: number
  /** What has to find it; the simulator by default. */
  readonly by?: "trace"
}
