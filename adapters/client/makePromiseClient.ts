import type * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Cause, Effect, Exit, Option } from "effect"
import { api, type ApiGroup } from "../http/contract/api.ts"
import { type Calls, callsOf } from "./calls.ts"
import { type ClientOptions, connection } from "./ClientOptions.ts"
import type { PromiseCallOptions, PromiseClient as PromiseClientOf } from "./clientTypes.ts"
import { endedBy } from "./endedBy.ts"
import type { ClientError } from "./errors.ts"
import { grouped } from "./grouped.ts"
import type { Input } from "./Request.ts"
import { TalonarioError } from "./TalonarioError.ts"

/** The service with a Promise for each endpoint: `await client.facturas.createInvoice({ lineas: […] })`. */
export interface PromiseClient extends PromiseClientOf<ApiGroup> {}

/**
 * A client for programs without Effect: its calls give Promises that reject with a `TalonarioError`. Throws a
 * TypeError for an address or a key that no request can be sent with.
 */
export const makePromiseClient = (options: ClientOptions): PromiseClient => promiseClientOf(api, options)

/** A Promise client of any interface that is declared as the contract is. */
const promiseClientOf = <Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  declared: HttpApi.HttpApi<Id, Groups, E, R>,
  options: ClientOptions,
): PromiseClientOf<Groups> => {
  const connected = connection(options)
  return grouped<PromiseClientOf<Groups>, Groups, Id, E, R>(declared, (operation) => {
    const calls = callsOf(connected, operation)
    const call = (input?: Input, options?: PromiseCallOptions) => run(calls.call(input, options), options)
    if (!operation.list) return call
    return Object.assign(call, {
      follow: (siguiente: string, options?: PromiseCallOptions) => run(calls.follow(siguiente), options),
      all: (input?: Input, options?: PromiseCallOptions) => wholeList(calls, { ...input }, options),
    })
  })
}

/** Each walk begins anew, with the input as it was: a generator would be empty the second time. */
const wholeList = (calls: Calls, input: Input, options?: PromiseCallOptions): AsyncIterable<unknown> =>
  ({ [Symbol.asyncIterator]: () => walk(calls, input, options) })

async function* walk({ firstPage, nextPage }: Calls, input: Input, options?: PromiseCallOptions) {
  let { datos, siguiente } = await run(firstPage(input), options)
  yield* datos
  while (siguiente !== null) {
    ({ datos, siguiente } = await run(nextPage(siguiente), options))
    yield* datos
  }
}

const run = async <A>(
  call: Effect.Effect<A, ClientError>,
  { signal }: PromiseCallOptions = {},
): Promise<A> => {
  signal?.throwIfAborted()
  const ended = new AbortController()
  const forget = signal === undefined ? undefined : endedBy(signal, () => ended.abort())
  const exit = await Effect.runPromiseExit(call, { signal: ended.signal })
  forget?.()
  if (Exit.isSuccess(exit)) return exit.value
  const { cause } = exit
  const failure = Cause.failureOption(cause)
  if (Option.isSome(failure)) throw new TalonarioError(failure.value)
  throw signal?.aborted === true && Cause.isInterruptedOnly(cause) ? signal.reason : Cause.squash(cause)
}
