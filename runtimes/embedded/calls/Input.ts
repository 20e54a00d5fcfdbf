import { type Effect, Either, Schema, type Types } from "effect"
import type { Plain } from "../../../adapters/client/clientTypes.ts"
import { inputDecoder } from "../../../core/fields/inputDecoder.ts"
import { type ListParameters, listParameters } from "../../../core/pagination/listParameters.ts"
import { camposOf, invalidField, type InvalidInput, invalidInput } from "../../../core/refusals/refusal.ts"

/**
 * How what a call is given is read: by the same schemas as the bodies, queries and paths of the HTTP interface, and with
 * all that is wrong told at once. Identifiers stand beside the properties of the body.
 */
export interface Input<I, A, R = never> {
  readonly read: (given: I | undefined) => Effect.Effect<A, InvalidInput, R>
  /** The part of it that two calls under one idempotency key must have in common. */
  readonly essence: (given: I | undefined) => unknown
}

/** The ids that a call names its resource by. */
interface Ids<P> {
  readonly names: ReadonlyArray<string>
  readonly decode: (given: unknown) => Either.Either<P, InvalidInput>
}

/** One resource by its id. */
export const byId: Ids<{ readonly id: string }> = {
  names: ["id"],
  decode: inputDecoder(Schema.Struct({ id: Schema.String })),
}

/** A delivery of a webhook. */
export const byDelivery: Ids<{ readonly id: string; readonly envio: string }> = {
  names: ["id", "envio"],
  decode: inputDecoder(Schema.Struct({ id: Schema.String, envio: Schema.String })),
}

/** A file. It is copied while it is read: the host may use its buffer again once it has made the call. */
export const fileBytes = Schema.transform(Schema.Uint8ArrayFromSelf, Schema.Uint8ArrayFromSelf, {
  strict: true,
  decode: (given) => Uint8Array.from(given),
  encode: (bytes) => bytes,
})

/** The properties of a body alone. */
export const bodyInput = <A, I>(schema: Schema.Schema<A, I>): Input<I, A> => {
  const decode = inputDecoder(schema)
  return { read: (given) => Either.flatMap(propertiesOf(given), decode), essence: whole }
}

/** Ids alone. A whole resource may be given too: only its ids are read. */
export const idsInput = <P>({ decode, names }: Ids<P>): Input<P, P> => {
  const named = (given: unknown) => Either.map(propertiesOf(given), (properties) => only(names, properties))
  return {
    read: (given) => Either.flatMap(named(given), decode),
    essence: (given) => Either.getOrNull(named(given)),
  }
}

/** Ids beside the properties of a body. */
export const namedInput = <P, A, I>(
  ids: Ids<P>,
  schema: Schema.Schema<A, I>,
): Input<Types.Simplify<P & I>, { readonly ids: P; readonly body: A }> => {
  const decode = inputDecoder(schema)
  return {
    read: (given) => Either.flatMap(propertiesOf(given), (properties) => idsAndBody(ids, decode, properties)),
    essence: whole,
  }
}

/** A query, such as a list's filters and the parameters of every list, as JSON has them. */
export const queryInput = <A, I>(schema: Schema.Schema<A, I>): Input<Plain<A>, A> => {
  const decode = inputDecoder(schema)
  return { read: (given) => Either.flatMap(Either.map(propertiesOf(given), asTexts), decode), essence: whole }
}

/**
 * Ids beside the parameters of a list. A whole resource may be given too: only its ids, and what the list knows, are read.
 */
export const listOfOneInput = <P>({ decode, names }: Ids<P>): Input<
  Types.Simplify<P & Plain<ListParameters>>,
  { readonly ids: P; readonly body: ListParameters }
> => {
  const known = [...names, ...Object.keys(listParameters)]
  return {
    read: (given) =>
      Either.flatMap(propertiesOf(given), (properties) =>
        idsAndBody({ decode, names }, (query) => decodeParameters(asTexts(query)), only(known, properties))),
    essence: whole,
  }
}

const decodeParameters = inputDecoder(Schema.Struct(listParameters))

const whole = (given: unknown): unknown => given

type Properties = Readonly<Record<string, unknown>>

/** A property that is undefined is not given, as in JSON. */
const propertiesOf = (given: unknown): Either.Either<Properties, InvalidInput> => {
  if (given === undefined) return Either.right({})
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    return Either.left(invalidField("(cuerpo)", "debe ser un objeto"))
  }
  return Either.right(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)))
}

const only = (names: ReadonlyArray<string>, properties: Properties): Properties =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => names.includes(name)))

/** Reads ids and body, and tells what is wrong with both at once. */
const idsAndBody = <P, A>(
  { decode, names }: Ids<P>,
  decodeRest: (properties: Properties) => Either.Either<A, InvalidInput>,
  properties: Properties,
): Either.Either<{ readonly ids: P; readonly body: A }, InvalidInput> => {
  const ids = decode(only(names, properties))
  const body = decodeRest(Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name))))
  if (Either.isRight(ids) && Either.isRight(body)) return Either.right({ ids: ids.right, body: body.right })
  return Either.left(invalidInput([...camposOf(ids), ...camposOf(body)]))
}

/** As in a query, all of which is text: what is null is left out, as the client of the HTTP interface does. */
const asTexts = (properties: Properties): Properties =>
  Object.fromEntries(Object.entries(properties).flatMap(([name, value]) =>
    value === null ? [] : [[name, typeof value === "number" || typeof value === "boolean" ? String(value) : value]]))
