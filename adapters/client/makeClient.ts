import type * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Chunk, Effect, Option, Stream } from "effect"
import { api, type ApiGroup } from "../http/contract/api.ts"
import { type Calls, callsOf } from "./calls.ts"
import { type ClientOptions, connection } from "./ClientOptions.ts"
import type { EffectClient } from "./clientTypes.ts"
import { grouped } from "./grouped.ts"
import type { Input } from "./Request.ts"

/** The service with an Effect for each endpoint: `client.facturas.createInvoice({ lineas: […] })`. */
export interface Client extends EffectClient<ApiGroup> {}

/**
 * A client whose calls are Effects: they fail with a `ClientError`, wait on the Clock, and are ended by
 * interruption. Throws a TypeError for an address or a key that no request can be sent with.
 */
export const makeClient = (options: ClientOptions): Client => clientOf(api, options)

/** A client of any interface that is declared as the contract is. */
export const clientOf = <Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  declared: HttpApi.HttpApi<Id, Groups, E, R>,
  options: ClientOptions,
): EffectClient<Groups> => {
  const connected = connection(options)
  return grouped<EffectClient<Groups>, Groups, Id, E, R>(declared, (operation) => {
    const calls = callsOf(connected, operation)
    const { call, follow } = calls
    return operation.list ? Object.assign(call, { follow, all: walk(calls) }) : call
  })
}

const walk = ({ firstPage, nextPage }: Calls) => (input?: Input) =>
  Stream.paginateChunkEffect(firstPage(input), (page) =>
    Effect.map(page, ({ datos, siguiente }) =>
      [Chunk.fromIterable(datos), Option.map(Option.fromNullable(siguiente), nextPage)] as const))
