/** A text in a source file, there once, and what stands in its place. */
export interface Edit {
  readonly file: string
  readonly search: string
  readonly replace: string
}

/** A bug that is made on purpose, to see whether it is found. */
export interface PlantedFault {
  readonly name: string
  /** What goes wrong by it. */
  readonly means: string
  readonly edits: ReadonlyArray<Edit>
  /** It is to be found within so many steps from seed 1. */
  readonly within: number
  /** What finds it; the simulator, unless told. */
  readonly by?: "trace"
}
