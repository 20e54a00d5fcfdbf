import { Either, ParseResult, type Schema } from "effect"
import { type InvalidInput, invalidInput } from "../refusals/refusal.ts"
import { acceptor, refused } from "./acceptor.ts"
import { fieldIssues } from "./fieldIssues.ts"

const options = { errors: "all", onExcessProperty: "error" } as const

/**
 * A decoder of bodies and queries. It reports all failing fields at once and refuses unknown properties (contract, section 7
 * rules 1 and 2). Make one per schema, at module level: that is slow.
 */
export const inputDecoder = <A, I>(
  schema: Schema.Schema<A, I>,
): (input: unknown) => Either.Either<A, InvalidInput> => {
  const decode = ParseResult.decodeUnknownEither(schema, options)
  const accept = acceptor(schema, options)
  return (input) => {
    // Valid input, nearly all there is, is decoded fast; the slow parser finds the reasons against the rest.
    const accepted = accept(input)
    if (accepted !== refused) return Either.right(accepted)
    return Either.mapLeft(decode(input), (issue) => invalidInput(fieldIssues(issue)))
  }
}
