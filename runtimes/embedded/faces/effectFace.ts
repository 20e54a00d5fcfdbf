import { Chunk, Effect, type HKT, Option, Stream } from "effect"
import type { CallOptions, Face, Kinds, Page, Step } from "./Face.ts"

/** A list whose input may be left out: a page of it, or `all` of it, oldest first unless told otherwise. */
export interface EffectList<I, A, E, R> {
  (given?: I): Effect.Effect<Page<A>, E, R>
  /** All of it, page by page; fails before its first item when it is refused. */
  readonly all: (given?: I) => Stream.Stream<A, E, R>
}

/** A list of what belongs to one resource. */
export interface EffectListOfOne<I, A, E, R> {
  (given: I): Effect.Effect<Page<A>, E, R>
  /** All of it, page by page; fails before its first item when it is refused. */
  readonly all: (given: I) => Stream.Stream<A, E, R>
}

interface Read extends HKT.TypeLambda {
  readonly type: (given: this["In"]) => Effect.Effect<this["Target"], this["Out1"], this["Out2"]>
}

interface Write extends HKT.TypeLambda {
  readonly type: (
    given: this["In"],
    options?: CallOptions,
  ) => Effect.Effect<this["Target"], this["Out1"], this["Out2"]>
}

interface List extends HKT.TypeLambda {
  readonly type: EffectList<this["In"], this["Target"], this["Out1"], this["Out2"]>
}

interface ListOfOne extends HKT.TypeLambda {
  readonly type: EffectListOfOne<this["In"], this["Target"], this["Out1"], this["Out2"]>
}

interface Pieces extends HKT.TypeLambda {
  readonly type: (given?: this["In"]) => Stream.Stream<this["Target"], this["Out1"], this["Out2"]>
}

/** Calls as Effects: refusals and failures of the storage in their errors, ports in their requirements. */
export interface EffectKinds extends Kinds {
  readonly read: Read
  readonly write: Write
  readonly list: List
  readonly listOfOne: ListOfOne
  readonly stream: Pieces
}

type PageCall<I, A, E, R> = (given: I, step?: Step) => Effect.Effect<Page<A>, E, R>

/** Calls as they are written. */
export const effectFace: Face<EffectKinds> = {
  read: (call) => call,
  write: (call) => call,
  list: <I, A, E, R>(page: PageCall<I | undefined, A, E, R>): EffectList<I, A, E, R> =>
    Object.assign((given?: I) => page(given), { all: (given?: I) => walk((step) => page(given, step)) }),
  listOfOne: <I, A, E, R>(page: PageCall<I, A, E, R>): EffectListOfOne<I, A, E, R> =>
    Object.assign((given: I) => page(given), { all: (given: I) => walk((step) => page(given, step)) }),
  stream: (pieces) => (given) => pieces(given),
}

const walk = <A, E, R>(page: (step: Step) => Effect.Effect<Page<A>, E, R>): Stream.Stream<A, E, R> =>
  Stream.paginateChunkEffect<Step, A, E, R>({ desde: null }, (step) =>
    Effect.map(page(step), ({ datos, siguiente }) => [
      Chunk.fromIterable(datos),
      siguiente === null ? Option.none() : Option.some({ desde: siguiente }),
    ]))
