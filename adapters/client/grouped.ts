import type * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { type Operation, operationsOf } from "./Operation.ts"

/** Reading an interface takes longer than all else, and a platform has a client for each company's key. */
const operations = new WeakMap<object, ReadonlyArray<Operation>>()

const readOnce = <Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  declared: HttpApi.HttpApi<Id, Groups, E, R>,
): ReadonlyArray<Operation> => {
  const read = operations.get(declared) ?? operationsOf(declared)
  operations.set(declared, read)
  return read
}

/** The endpoints of an interface, each made into something, by group and name. */
export const grouped = <Client, Groups extends HttpApiGroup.HttpApiGroup.Any, Id extends string, E, R>(
  declared: HttpApi.HttpApi<Id, Groups, E, R>,
  make: (operation: Operation) => unknown,
): Client => {
  const groups: Record<string, Record<string, unknown>> = {}
  for (const operation of readOnce(declared)) {
    (groups[operation.group] ??= {})[operation.name] = make(operation)
  }
  const client: unknown = groups
  // The object is built from the declaration at run time, and its type is worked out from the same declaration. The
  // compiler cannot see that the two agree, hence the cast.
  return client as Client
}
