import { Either, ParseResult, type Schema } from "effect"
import { type InvalidInput, invalidInput } from "../refusals/refusal.ts"
import { acceptor, refused } from "./acceptor.ts"
import { fieldIssues } from "./fieldIssues.ts"

const options = { errors: "all", onExcessProperty: "error" } as const

/**
 * A decoder for bodies and queries: all failing fields at once, unknown properties refused
 * (contract, section 7 rules 1 and 2). Build it once per schema, at module level.
 */
export const inputDecoder = <A, I>(
  schema: Schema.Schema<A, I>,
): (input: unknown) => Either.Either<A, InvalidInput> => {
  const decode = ParseResult.decodeUnknownEither(schema, options)
  const accept = acceptor(schema, options)
  return (input) => {
    const accepted = accept(input)
    if (accepted !== refused) return Either.right(accepted)
    return Either.mapLeft(decode(input), (issue) => invalidInput(fieldIssues(issue)))
  }
}
