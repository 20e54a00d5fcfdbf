import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type { Brand, Effect, Stream, Types } from "effect"
import type { ClientError } from "./errors.ts"

/**
 * A declared input as a caller writes it in JSON: exact decimals and amounts are plain numbers, dates plain
 * texts. Endpoints declare what they read a request into, so the plain form is worked out from there.
 */
export type Plain<T> = unknown extends T ? T
  : T extends bigint ? number
  : T extends { readonly [Brand.BrandTypeId]: unknown } ? (T extends number ? number : string)
  : { readonly [K in keyof T]: Plain<T[K]> }

type Declared<Part> = [Part] extends [never] ? unknown : Plain<Part>

type AnyKey<T> = T extends unknown ? keyof T : never

/** The body beside the parameters; under `body` where a name would mean two things. */
type BodyOf<Body, ParameterName> = [Body] extends [never] ? unknown
  : [Extract<AnyKey<Body>, ParameterName>] extends [never] ? Plain<Body>
  : { readonly body: Plain<Body> }

type KeyOfDeclared<Part> = [Part] extends [never] ? never : keyof Part

type InputOf<Path, Query, Body> = Types.Simplify<
  Declared<Path> & Declared<Query> & BodyOf<Body, KeyOfDeclared<Path> | KeyOfDeclared<Query>>
>

/** How one call differs from the others of its kind. */
export interface CallOptions {
  /** For a write; made for each call where it is not given. 1 to 255 printable ASCII characters. */
  readonly idempotencyKey?: string | undefined
}

/** How one call of the Promise client differs from the others of its kind. */
export interface PromiseCallOptions extends CallOptions {
  /** Ends the call, its waits and its attempts; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** The input as an argument, which may be left out where none of its properties is required. */
type InputArgument<Input> = [AnyKey<Input>] extends [never] ? [input?: Readonly<Record<string, never>>]
  : Partial<Input> extends Input ? [input?: Input]
  : [input: Input]

type Arguments<Input, Options> = [...input: InputArgument<Input>, options?: Options]

/** What an endpoint takes and answers. */
type Signature<Endpoint> = Endpoint extends HttpApiEndpoint.HttpApiEndpoint<
  infer _Name,
  infer _Method,
  infer Path,
  infer Query,
  infer Body,
  infer _Headers,
  infer Success,
  infer _Error,
  infer _R,
  infer _RE
> ? { readonly input: InputOf<Path, Query, Body>; readonly success: Received<Success> }
  : never

/** What a Response and a Blob take, too. */
type Received<Success> = [Success] extends [Uint8Array] ? Uint8Array<ArrayBuffer> : Success

interface Page {
  readonly datos: ReadonlyArray<unknown>
  readonly siguiente: string | null
}

/** To walk a list one does not use the order that moves while paging (contract, section 4.1 rule 3). */
type WalkInput<Input> = Types.Simplify<
  & Omit<Input, "orden">
  & ("orden" extends keyof Input ? { readonly orden?: Exclude<Input["orden"], "modificado"> } : unknown)
>

type EffectMethod<Input, Success> =
  & ((...call: Arguments<Input, CallOptions>) => Effect.Effect<Success, ClientError>)
  & ([Success] extends [Page] ? EffectWalk<Input, Success> : unknown)

/** What the function of a list has besides, with Effect. */
export interface EffectWalk<Input, Success extends Page> {
  /** The whole list, page after page; oldest first unless `orden` says otherwise. */
  readonly all: (
    ...input: InputArgument<WalkInput<Input>>
  ) => Stream.Stream<Success["datos"][number], ClientError>
  /** The page at a `siguiente` as it was received. */
  readonly follow: (siguiente: string) => Effect.Effect<Success, ClientError>
}

type PromiseMethod<Input, Success> =
  & ((...call: Arguments<Input, PromiseCallOptions>) => Promise<Success>)
  & ([Success] extends [Page] ? PromiseWalk<Input, Success> : unknown)

/** What the function of a list has besides, with promises. */
export interface PromiseWalk<Input, Success extends Page> {
  /** The whole list, page after page; oldest first unless `orden` says otherwise. */
  readonly all: (
    ...call: Arguments<WalkInput<Input>, Pick<PromiseCallOptions, "signal">>
  ) => AsyncIterable<Success["datos"][number]>
  /** The page at a `siguiente` as it was received. */
  readonly follow: (siguiente: string, options?: Pick<PromiseCallOptions, "signal">) => Promise<Success>
}

type EndpointsOf<Group> = HttpApiGroup.HttpApiGroup.Endpoints<Group>

type NameOf<Endpoint> = HttpApiEndpoint.HttpApiEndpoint.Name<Endpoint>

/** The groups of a declared interface, each with its endpoints as functions that give Effects. */
export type EffectClient<Groups extends HttpApiGroup.HttpApiGroup.Any> = {
  readonly [Group in Groups as Group["identifier"]]: {
    readonly [Endpoint in EndpointsOf<Group> as NameOf<Endpoint>]: EffectMethod<
      Signature<Endpoint>["input"],
      Signature<Endpoint>["success"]
    >
  }
}

/** The groups of a declared interface, each with its endpoints as functions that give Promises. */
export type PromiseClient<Groups extends HttpApiGroup.HttpApiGroup.Any> = {
  readonly [Group in Groups as Group["identifier"]]: {
    readonly [Endpoint in EndpointsOf<Group> as NameOf<Endpoint>]: PromiseMethod<
      Signature<Endpoint>["input"],
      Signature<Endpoint>["success"]
    >
  }
}
