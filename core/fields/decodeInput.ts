import { Either, ParseResult, type Schema } from "effect"
import { type InvalidInput, invalidInput } from "../refusals/refusal.ts"
import { fieldIssues } from "./fieldIssues.ts"

/**
 * A decoder for bodies and queries: all failing fields at once, unknown properties refused
 * (contract, section 7 rules 1 and 2). Build it once per schema, at module level.
 */
export const inputDecoder = <A, I>(
  schema: Schema.Schema<A, I>,
): (input: unknown) => Either.Either<A, InvalidInput> => {
  const decode = ParseResult.decodeUnknownEither(schema, { errors: "all", onExcessProperty: "error" })
  return (input) => Either.mapLeft(decode(input), (issue) => invalidInput(fieldIssues(issue)))
}
