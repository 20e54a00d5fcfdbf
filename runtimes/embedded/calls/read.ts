import { Effect, Stream } from "effect"
import { askedPage } from "../../../core/pagination/askedPage.ts"
import { largestLimit, type ListAnswer, type ListRequest } from "../../../core/pagination/listPage.ts"
import type { ListParameters } from "../../../core/pagination/listParameters.ts"
import type { Storage, StorageUnavailable } from "../../../core/ports/Storage.ts"
import type { InvalidInput, NotFound } from "../../../core/refusals/refusal.ts"
import type { Page, Step } from "../faces/Face.ts"
import { Installation } from "../Installation.ts"
import { type Caller, companyExists } from "./Caller.ts"
import type { Input } from "./Input.ts"

// Answers are cloned, so that a host may change what it gets: a storage keeps rows, and what was made of them, for the
// next calls.

/** Reads something for the caller. */
export const toRead = <I, A, B, E, R>(
  caller: Caller,
  input: Input<I, A>,
  query: (given: A) => Effect.Effect<B, E, R>,
) =>
(given: I): Effect.Effect<B, InvalidInput | NotFound | StorageUnavailable | E, Storage | R> =>
  Effect.gen(function*() {
    const asked = yield* input.read(given)
    yield* companyExists(caller)
    return structuredClone(yield* query(asked))
  })

/** Reads or does something that is given no input. */
export const toReadOnly = <B, E, R>(
  caller: Caller,
  query: Effect.Effect<B, E, R>,
): (nothing: void) => Effect.Effect<B, NotFound | StorageUnavailable | E, Storage | R> =>
() => Effect.map(Effect.zipRight(companyExists(caller), query), (answer) => structuredClone(answer))

type PageOf<B, E, R> = Effect.Effect<
  Page<B>,
  InvalidInput | NotFound | StorageUnavailable | E,
  Storage | Installation | R
>

/** Reads a page of a list for the caller; `collection` is as over HTTP, to which cursors are bound. */
export const toList = <I, A extends ListParameters, B, E, R>(
  caller: Caller,
  collection: string,
  input: Input<I, A>,
  page: (request: ListRequest, asked: A) => Effect.Effect<ListAnswer<B>, E, R>,
) =>
(given: I | undefined, step?: Step): PageOf<B, E, R> =>
  Effect.flatMap(input.read(given), (asked) =>
    pageOf(caller, collection, stepped(asked, step), (request) => page(request, asked)))

/** The same for what belongs to one resource. */
export const toListOfOne = <I, P, B, E, R>(
  caller: Caller,
  collection: (ids: P) => string,
  input: Input<I, { readonly ids: P; readonly body: ListParameters }>,
  page: (request: ListRequest, ids: P) => Effect.Effect<ListAnswer<B>, E, R>,
) =>
(given: I, step?: Step): PageOf<B, E, R> =>
  Effect.flatMap(input.read(given), ({ body, ids }) =>
    pageOf(caller, collection(ids), stepped(body, step), (request) => page(request, ids)))

/**
 * The parameters of a step of a walk. A walk begins with the oldest unless told otherwise (contract, section 4.1), and
 * takes the largest pages. One that begins at a cursor has the order of the page that gave the cursor.
 */
const stepped = (parameters: ListParameters, step: Step | undefined): ListParameters => {
  if (step === undefined) return parameters
  const { desde, limite = largestLimit } = parameters
  const { orden = desde === undefined ? "antiguo" : undefined } = parameters
  return { limite, orden, desde: step.desde ?? desde }
}

const pageOf = <B, E, R>(
  caller: Caller,
  collection: string,
  parameters: ListParameters,
  page: (request: ListRequest) => Effect.Effect<ListAnswer<B>, E, R>,
): PageOf<B, E, R> =>
  Effect.gen(function*() {
    const { cursors } = yield* Installation
    const context = { organization: caller.organizationId, collection }
    const request = yield* askedPage(cursors, context, parameters)
    yield* companyExists(caller)
    const { datos, limite, next, total } = yield* page(request)
    const siguiente = next === null ? null : cursors.sign({ ...context, orden: request.orden, position: next })
    return { datos: structuredClone(datos), total, limite, siguiente }
  })

/** Reads something piece by piece for the caller. */
export const toStream = <I, A, B, E, R>(
  caller: Caller,
  input: Input<I, A>,
  pieces: (given: A) => Stream.Stream<B, E, R>,
) =>
(given?: I): Stream.Stream<B, InvalidInput | NotFound | StorageUnavailable | E, Storage | R> =>
  Stream.unwrap(Effect.map(
    Effect.zipLeft(input.read(given), companyExists(caller)),
    pieces,
  ))
