import { Schema } from "effect"
import { ibanProblem, normaliseIban } from "../identifiers/iban.ts"
import { nifProblem, normaliseNif } from "../identifiers/nif.ts"
import { nifIvaProblem, normaliseNifIva } from "../identifiers/vatId.ts"
import { orNull, text } from "./fieldSchemas.ts"

/** A text that is empty, or against which `problem` has no Spanish reason. The examples are for property tests. */
const checked = (max: number, problem: (value: string) => string | undefined, examples: ReadonlyArray<string>) =>
  text({ max }).pipe(
    Schema.filter((value) => (value === "" ? undefined : problem(value)), {
      arbitrary: () => (fc) => fc.constantFrom("", ...examples),
    }),
  )

/** A tax id. Where it has the form of a Spanish one, its control character is checked (decisions, section 2). */
export const nif = checked(20, (value) => nifProblem(normaliseNif(value)), ["12345678Z", "b-12345674", "X1234567L", "AB 1234"])

/** An IBAN, whose check digits are verified (decisions, section 2). */
export const iban = checked(40, (value) => ibanProblem(normaliseIban(value)), ["ES91 2100 0418 4502 0005 1332"])

/** An intra-EU VAT id, whose country prefix and form are checked (decisions, section 2). */
export const nifIva = checked(20, (value) => nifIvaProblem(normaliseNifIva(value)), ["FR12345678901", "ESB12345674"])

/** An identifier in its normal form, as it is stored; null where none was sent, or only separators were. */
export const normalisedOrNull = (
  value: string | null | undefined,
  normalise: (text: string) => string,
): string | null => {
  const sent = orNull(value)
  return sent === null ? null : orNull(normalise(sent))
}
