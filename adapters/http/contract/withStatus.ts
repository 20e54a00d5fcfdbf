import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Option, type Schema, SchemaAST } from "effect"

/** A body with a status of its own. Annotating a schema takes its name away, so it is named again. */
export const withStatus = <A, I>(status: number, schema: Schema.Schema<A, I>): Schema.Schema<A, I> =>
  schema.annotations({
    ...HttpApiSchema.annotations({ status }),
    ...Option.match(SchemaAST.getIdentifierAnnotation(schema.ast), {
      onNone: () => ({}),
      onSome: (identifier) => ({ identifier }),
    }),
  })
