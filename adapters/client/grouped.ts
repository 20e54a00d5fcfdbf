import type * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { type Operation, operationsOf } from "./Operation.ts"

/** The endpoints of an interface, each made into something, by group and name. */
export const grouped = <Client, Groups extends HttpApiGroup.HttpApiGroup.Any, Id extends string, E, R>(
  declared: HttpApi.HttpApi<Id, Groups, E, R>,
  make: (operation: Operation) => unknown,
): Client => {
  const groups: Record<string, Record<string, unknown>> = {}
  for (const operation of operationsOf(declared)) {
    (groups[operation.group] ??= {})[operation.name] = make(operation)
  }
  const client: unknown = groups
  // The object is built from the declaration at run time, and its type is worked out from the same declaration. The
  // compiler cannot see that the two agree, hence the cast.
  return client as Client
}
