import { mountPoint } from "../../adapters/http/mountPoint.ts"
import { type HostedSettings, hostedInterface, type Start } from "../embedded/hostedInterface.ts"
import { type FetchHandler, fetchHandler, type FetchSettings } from "./fetchHandler.ts"

/** The settings of the handler and of its interface. */
export interface MakeFetchSettings<Rest extends ReadonlyArray<unknown>>
  extends FetchSettings<Rest>, HostedSettings {}

/**
 * The HTTP interface of an engine for whatever speaks Fetch: Hono, Next.js, Bun, Deno, Workers. `start` is called
 * with the first request; what it gives stays the host's to close. Requests reject while it fails, with its reason.
 */
export const makeFetch = <Rest extends ReadonlyArray<unknown> = []>(
  start: Start,
  settings: MakeFetchSettings<Rest> = {},
): FetchHandler<Rest> => {
  const prefix = mountPoint(settings.prefix ?? "")
  const hosted = hostedInterface(start, settings)
  let handler: FetchHandler<Rest> | undefined
  return async (request, ...rest) => {
    const { http, runtime } = await hosted()
    handler ??= fetchHandler(http, { ...settings, prefix }, runtime)
    return handler(request, ...rest)
  }
}
