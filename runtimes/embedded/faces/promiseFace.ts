import { Cause, Effect, Exit, type HKT, Option, Stream } from "effect"
import { isTransactionFailure } from "../../../core/ports/Storage.ts"
import { type RefusalOf, RefusedError, type Result } from "../Result.ts"
import type { CallOptions, Face, Kinds, Page, Services, Step } from "./Face.ts"

/** A list whose input may be left out: a page of it, or `all` of it, oldest first unless told otherwise. */
export interface PromiseList<I, A, E> {
  (given?: I): Promise<Result<Page<A>, E>>
  /** All of it, page by page; throws a `RefusedError` at its first step when it is refused. */
  readonly all: (given?: I) => AsyncIterable<A>
}

/** A list of what belongs to one resource. */
export interface PromiseListOfOne<I, A, E> {
  (given: I): Promise<Result<Page<A>, E>>
  /** All of it, page by page; throws a `RefusedError` at its first step when it is refused. */
  readonly all: (given: I) => AsyncIterable<A>
}

interface Read extends HKT.TypeLambda {
  readonly type: (given: this["In"]) => Promise<Result<this["Target"], RefusalOf<this["Out1"]>>>
}

interface Write extends HKT.TypeLambda {
  readonly type: (given: this["In"], options?: CallOptions) => Promise<Result<this["Target"], RefusalOf<this["Out1"]>>>
}

interface List extends HKT.TypeLambda {
  readonly type: PromiseList<this["In"], this["Target"], RefusalOf<this["Out1"]>>
}

interface ListOfOne extends HKT.TypeLambda {
  readonly type: PromiseListOfOne<this["In"], this["Target"], RefusalOf<this["Out1"]>>
}

interface Pieces extends HKT.TypeLambda {
  readonly type: (given?: this["In"]) => AsyncIterable<this["Target"]>
}

/** Calls as promises: refusals are values, failures of the storage and bugs reject. */
export interface PromiseKinds extends Kinds {
  readonly read: Read
  readonly write: Write
  readonly list: List
  readonly listOfOne: ListOfOne
  readonly stream: Pieces
}

/** Runs the Effects and Streams that calls are made of. */
export interface Runner {
  readonly run: <A, E>(effect: Effect.Effect<A, E, Services>) => Promise<Exit.Exit<A, E>>
  readonly iterate: <A, E>(stream: Stream.Stream<A, E, Services>) => AsyncIterable<A>
}

type PageCall<I, A, E, R> = (given: I, step?: Step) => Effect.Effect<Page<A>, E, R>

/** Calls as promises. */
export const promiseFace = ({ iterate, run }: Runner): Face<PromiseKinds> => {
  const answer = async <A, E>(effect: Effect.Effect<A, E, Services>): Promise<Result<A, RefusalOf<E>>> =>
    succeeded(await run(Effect.match(thrown(effect), {
      onFailure: (refusal): Result<A, RefusalOf<E>> => ({ ok: false, refusal }),
      onSuccess: (value): Result<A, RefusalOf<E>> => ({ ok: true, value }),
    })))

  async function* walk<A, E>(page: (step: Step) => Effect.Effect<Page<A>, E, Services>): AsyncGenerator<A> {
    for (let desde: string | null = null; ;) {
      const asked = Effect.mapError(thrown(page({ desde })), (refusal) => new RefusedError(refusal))
      const answered: Page<A> = succeeded(await run(asked))
      yield* answered.datos
      if (answered.siguiente === null) return
      desde = answered.siguiente
    }
  }

  // Each walk begins anew, with the input as it was: a generator would be empty the second time.
  const wholeList = <I, A, E, R extends Services>(page: PageCall<I, A, E, R>, given: I): AsyncIterable<A> => {
    const kept = isProperties(given) ? { ...given } : given
    return { [Symbol.asyncIterator]: () => walk((step) => page(kept, step)) }
  }

  return {
    read: (call) => (given) => answer(call(given)),
    write: (call) => (given, options) => answer(call(given, options)),
    list: <I, A, E, R extends Services>(page: PageCall<I | undefined, A, E, R>): PromiseList<I, A, RefusalOf<E>> =>
      Object.assign((given?: I) => answer(page(given)), { all: (given?: I) => wholeList(page, given) }),
    listOfOne: <I, A, E, R extends Services>(page: PageCall<I, A, E, R>): PromiseListOfOne<I, A, RefusalOf<E>> =>
      Object.assign((given: I) => answer(page(given)), { all: (given: I) => wholeList(page, given) }),
    stream: (pieces) => (given) =>
      iterate(Stream.mapError(pieces(given), (failure) =>
        isTransactionFailure(failure) ? failure : new RefusedError(failure))),
  }
}

const isProperties = (given: unknown): given is object =>
  typeof given === "object" && given !== null && !Array.isArray(given)

/** Failures of the storage become defects, so that promises reject with them: only refusals are told as values. */
const thrown = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, RefusalOf<E>, R> =>
  Effect.catchIf(effect, isTransactionFailure, (failure) => Effect.die(failure))

/** The value of an exit; throws the failure as it is, or the defect. */
export const succeeded = <A, E>(exit: Exit.Exit<A, E>): A => {
  if (Exit.isSuccess(exit)) return exit.value
  throw Option.getOrElse(Cause.failureOption(exit.cause), () => Cause.squash(exit.cause))
}
