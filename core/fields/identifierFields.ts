import { Schema } from "effect"
import { ibanProblem, normaliseIban } from "../identifiers/iban.ts"
import { nifProblem, normaliseNif } from "../identifiers/nif.ts"
import { nifIvaProblem, normaliseNifIva } from "../identifiers/vatId.ts"
import { text } from "./fieldSchemas.ts"

/** Text that, unless empty, must satisfy a check that answers with a Spanish reason or undefined. */
const checked = (max: number, problem: (value: string) => string | undefined) =>
  text({ max }).pipe(Schema.filter((value) => (value === "" ? undefined : problem(value))))

/** A tax id; where it has the form of a Spanish one its control character is checked (decisions, section 2). */
export const nif = checked(20, (value) => nifProblem(normaliseNif(value)))

/** An IBAN, its check digits verified. */
export const iban = checked(40, (value) => ibanProblem(normaliseIban(value)))

/** An intra-EU VAT id: country prefix and form are checked. */
export const nifIva = checked(20, (value) => nifIvaProblem(normaliseNifIva(value)))
