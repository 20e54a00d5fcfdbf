import * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Option, Schema, SchemaAST } from "effect"
import { exampleOf, type Side } from "../../../../core/examples/exampleOf.ts"
import { explainedEvent } from "../../../../core/examples/explainedEvents.ts"

/** Makes the example of a body by the name that the document gives it. */
export type MakeExample = (name: string, side: Side) => unknown

/** Makes examples of a contract's bodies from the schemas that it declares. */
export const makeExamples = <Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  contract: HttpApi.HttpApi<Id, Groups, E, R>,
): MakeExample => {
  const bodies = new Map<string, SchemaAST.AST>()
  HttpApi.reflect(contract, {
    onGroup: () => {},
    onEndpoint: ({ payloads, successes }) => {
      const sent = Array.from(payloads.values(), ({ ast }) => ast)
      const answered = [...successes.values()].flatMap(({ ast }) => Option.toArray(ast))
      for (const ast of [...sent, ...answered]) {
        const name = SchemaAST.getJSONIdentifier(ast)
        if (Option.isSome(name)) bodies.set(name.value, ast)
      }
    },
  })
  return (name, side) => {
    const ast = bodies.get(name)
    if (ast === undefined) throw new Error(`no body: ${name}`)
    return exampleOf(Schema.make<unknown>(ast), side, { Suceso: explainedEvent("invoice.issued") })
  }
}
