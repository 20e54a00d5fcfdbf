import { Effect, ParseResult, Schema } from "effect"
import { credentialsOf } from "../../../core/certificates/credentials.ts"
import { compareWholeRegistry } from "../../../core/comparison/compareRegistry.ts"
import { comparisonResource } from "../../../core/comparison/comparisonResource.ts"
import { monthText, parseMonth } from "../../../core/comparison/months.ts"
import type { OrganizationId } from "../../../core/identifiers/organizationId.ts"
import { readOrganization } from "../../../core/organizations/readOrganization.ts"
import { conflict } from "../../../core/refusals/refusal.ts"
import { monthsToCompare } from "../../../core/submission/monthsToCompare.ts"
import { bodyInput } from "./Input.ts"

const Month = Schema.Struct({ ejercicio: Schema.Number, periodo: Schema.Number })

const month = Schema.transformOrFail(Schema.String, Month, {
  strict: true,
  decode: (text, _, ast) => {
    const parsed = parseMonth(text)
    return parsed === undefined
      ? ParseResult.fail(new ParseResult.Type(ast, text, "debe ser un mes AAAA-MM"))
      : ParseResult.succeed(parsed)
  },
  encode: (month) => ParseResult.succeed(monthText(month)),
})

/** The first month to ask for. */
export const sinceInput = bodyInput(Schema.Struct({ desde: Schema.optional(Schema.NullOr(month)) }))

/** Compares what the tax authority has of a company with its registry here. Refuses a company without NIF. */
export const comparedRegistry = (
  organizationId: OrganizationId,
  { desde }: { readonly desde?: typeof Month.Type | null | undefined },
) =>
  Effect.gen(function*() {
    const { nif } = yield* readOrganization(organizationId)
    if (nif === null) return yield* Effect.fail(conflict("organizacion_sin_nif", "La organización no tiene NIF."))
    const credentials = yield* credentialsOf(organizationId)
    const months = yield* monthsToCompare(organizationId, desde ?? undefined)
    const comparison = yield* compareWholeRegistry(organizationId, credentials, months)
    return yield* comparisonResource(organizationId, comparison)
  })
